import { afterEach, beforeEach, expect, test } from 'bun:test'
import { asDevice, keepDevice } from '#client/portal/account/devices.ts'
import { openTab, type Tab } from '#tests/support/browser.ts'

let tab: Tab
beforeEach(() => {
  tab = openTab()
})
afterEach(() => tab.close())

const sent = (email: string) => asDevice(email).headers['device-token']

test('a browser sends the device token of an address, however the address is typed', () => {
  keepDevice(' Film@Clubs.Example ', { token: 't', device: 'abc.DEF-1_2' })
  expect(asDevice('film@clubs.example')).toEqual({ headers: { 'device-token': 'abc.DEF-1_2' } })
  expect(sent('FILM@clubs.example ')).toBe('abc.DEF-1_2')
  expect(asDevice('drama@clubs.example')).toEqual({ headers: {} })
})

test('the five addresses that signed in last are kept', () => {
  for (const n of [1, 2, 3, 4, 5]) keepDevice(`club-${n}@clubs.example`, { device: `d${n}` })
  keepDevice('club-1@clubs.example', { device: 'd1-again' })
  keepDevice('club-6@clubs.example', { device: 'd6' })
  const kept = [1, 2, 3, 4, 5, 6].map((n) => sent(`club-${n}@clubs.example`))
  expect(kept).toEqual(['d1-again', undefined, 'd3', 'd4', 'd5', 'd6'])
})

test.each([
  {},
  { device: null },
  { device: 7 },
  { device: '' },
  { device: 'a\nb' },
  { device: '€' },
])('an answer without a usable token leaves what is kept: %j', (reply) => {
  keepDevice('film@clubs.example', { device: 'good' })
  keepDevice('film@clubs.example', reply)
  expect(sent('film@clubs.example')).toBe('good')
})

test.each(['', '{', 'null', '[1]', '{"film@clubs.example":"a\\nb"}'])(
  'what is damaged is as if nothing were kept: %s',
  (text) => {
    tab.storage.localStorage.set('devices', text)
    expect(asDevice('film@clubs.example')).toEqual({ headers: {} })
    keepDevice('film@clubs.example', { device: 'new' })
    expect(sent('film@clubs.example')).toBe('new')
  },
)

test('where storage is forbidden nothing is kept and nothing fails', () => {
  tab.forbidStorage(true)
  keepDevice('film@clubs.example', { device: 'good' })
  expect(asDevice('film@clubs.example')).toEqual({ headers: {} })
})
