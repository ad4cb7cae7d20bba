/** Texts that a person reads differently from a store, a mail server or another person. */
import { describe, expect, it } from 'bun:test'
import { expectProblem } from '#tests/support/expect-problem.ts'
import { callsWithTexts, readSpec, replaceAt } from '#tests/support/hostile-calls.ts'
import { connectLive } from '#tests/support/live-client.ts'
import { openOffice } from '#tests/support/office.ts'

const { portal, admin, club, room } = await openOffice({ config: { rateLimits: false } })

describe('half a character', () => {
  it('is refused in every text of every call, and the field is named', async () => {
    const calls = callsWithTexts(await readSpec(portal))
    expect(calls.length).toBeGreaterThan(10)
    for (const { name, method, path, isGuarded, body, texts } of calls)
      for (const place of texts)
        for (const half of ['\ud800', 'a\udc00b', '\udbff\ud800']) {
          const answer = await portal.request(method, path, {
            ...(isGuarded && { token: admin.token }),
            body: replaceAt(body, place, half),
          })
          const { errors } = expectProblem(answer, 'invalid')
          expect(
            errors?.map(({ path: at }) => at),
            name,
          ).toEqual([place.join('.')])
        }
  })

  it('in an unknown field is dropped with it', async () => {
    const unknown = '"\\ud800":1,"x":{"y":["\\udc00"]},"__proto__":"\\ud800"'
    const body = `{"itemName":"Felt","itemQuantity":1,${unknown}}`
    const answer = await portal.request('POST', '/inventorys/inventory', {
      token: admin.token,
      body,
    })
    expect(answer.status).toBe(201)
    expect(JSON.stringify(answer.body)).not.toMatch(/\\ud/)
  })

  it('in a path matches no row', async () => {
    for (const spelt of ['%ED%A0%80', '%ff', '%', '%C0%80', '\u00ff'])
      for (const [method, path] of [
        ['GET', `/cart/cart-items-user/${spelt}`],
        ['DELETE', `/cart/remove-cart/${spelt}`],
        ['DELETE', `/cart/remove-item/${Bun.randomUUIDv7()}/${spelt}`],
      ] as const)
        expectProblem(await portal.request(method, path, { token: admin.token }), 'not_found')
  })

  it('in a live frame closes the socket', async () => {
    const page = await connectLive(portal.url)
    page.say('{"type":"hello","token":"\\ud800"}')
    expect(await page.closeCode()).toBe(4400)
  })
})

describe('a body whose fields are named like methods', () => {
  it('is refused as invalid without an internal error', async () => {
    for (const body of [
      '{"toString":1,"email":{"toString":1},"password":"x"}',
      '{"valueOf":1,"toString":1,"email":1,"password":{"valueOf":null}}',
      '{"__proto__":{"toString":1},"email":{"__proto__":null}}',
      '{"hasOwnProperty":1,"constructor":{"prototype":1},"email":[],"password":[]}',
    ])
      expectProblem(await portal.request('POST', '/users/login', { body }), 'invalid')
    expect(portal.lines.filter(({ event }) => event === 'internal_error')).toEqual([])
  })
})

describe('a name that looks like another, or like nothing', () => {
  const NAMES = [
    'Fe\u200dlt',
    'Fe\u202elt',
    '\u3164',
    'Fe\u2800lt',
    `Felt${'\u0301\u0316'.repeat(9)}`,
  ]
  it('is refused for items, custom items, clubs, co-ordinators and vendors', async () => {
    const names = { cordName: 'Asha', clubName: 'Film Club', mobile: '5550100' }
    const secrets = { password: 'violet-lantern-42', verificationCode: '123456' }
    const account = { ...names, ...secrets, email: 'new@campus.example' }
    const { _id } = await room.addItem()
    for (const name of NAMES) {
      const own = { userId: club.id, itemName: name, ordered_quantity: 1 }
      const vendor = [{ _id, itemOrderedStatus: `Ordered from ${name}` }]
      const asked: [string, string, string, unknown, string?][] = [
        ['itemName', 'POST', '/inventorys/inventory', { itemName: name, itemQuantity: 1 }],
        ['itemName', 'POST', '/cart/add-custom-item', own, club.token],
        ['clubName', 'POST', '/users/register', { ...account, clubName: name }],
        ['cordName', 'POST', '/users/register', { ...account, cordName: name }],
        ['0.itemOrderedStatus', 'PUT', '/inventorys/update-inventory-items', vendor],
      ]
      for (const [field, method, path, body, token = admin.token] of asked) {
        const answer = await portal.request(method, path, { token, body })
        expect(expectProblem(answer, 'invalid').errors, JSON.stringify(name)).toEqual([
          { path: field, msg: expect.stringMatching(/invisible|can be seen|1 to 120|two accents/) },
        ])
      }
    }
  })
})

it('a name that is spelt in another way than it is stored is stored in NFC with single spaces', async () => {
  const spelt = (name: string) => ` ${name}  Cafe\u0301\u00a0\u3000Art `
  const stored = (name: string) => `${name} Café Art`
  const item = await room.addItem(1, spelt('Felt'))
  expect(item.itemName).toBe(stored('Felt'))
  const { _id, rev } = item
  const change = { rev, itemName: spelt('Glue') }
  const edited = await room.ask('PATCH', `/inventorys/inventory/${_id}`, change)
  expect(edited.body).toMatchObject({ itemName: stored('Glue') })
  const note = [{ _id, itemOrderedStatus: 'Ordered from Cafe\u0301  Art' }]
  const noted = await room.ask('PUT', '/inventorys/update-inventory-items', note)
  expect(noted.body).toMatchObject({ items: [{ itemOrderedStatus: 'Ordered from Café Art' }] })
  const placed = await room.order(club, [{ itemName: spelt('Own'), ordered_quantity: 1 }])
  expect(placed.body.items).toMatchObject([{ itemName: stored('Own') }])
})

describe('a password with a tower of accents, which takes long to normalize', () => {
  it('is refused before anybody compares it', async () => {
    const password = `a${'\u0301\u0316'.repeat(511)}`
    const form = { email: 'new@campus.example', verificationCode: '123456' }
    const account = { ...form, clubName: 'Film Club', cordName: 'Asha', mobile: '5550100' }
    for (const [method, path, field, body] of [
      ['POST', '/users/login', 'password', { email: form.email }],
      ['POST', '/users/register', 'password', account],
      ['PUT', '/users/reset-password', 'newPassword', form],
    ] as const) {
      const answer = await portal.request(method, path, { body: { ...body, [field]: password } })
      expect(expectProblem(answer, 'invalid').errors).toEqual([
        { path: field, msg: 'A password has at most seven accents on a letter.' },
      ])
    }
  })
})
