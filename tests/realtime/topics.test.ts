/** The parser, the subscriptions and the sockets follow the table of topics. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { ROLES } from '#src/contract/statuses.ts'
import {
  accountOf,
  feedOf,
  isOpenedTopic,
  isOrdersTopic,
  ordersTopic,
  subscriptionsOf,
  TOPIC_NAMES,
  type Listener,
} from '#src/contract/topics.ts'
import { parseFrame } from '#src/realtime/frames.ts'
import { enterLive } from '#tests/support/live-client.ts'
import { startPortal, type Portal } from '#tests/support/portal.ts'
import { until } from '#tests/support/until.ts'

const CLUB: Listener = { accountId: 'club-1', role: 'user' }
const ADMIN: Listener = { accountId: 'admin-1', role: 'bosslevel' }

describe('the table of topics', () => {
  test('lists the topics of a visitor, a club and an administrator', () => {
    const sent = (listener: Listener) =>
      subscriptionsOf(listener).map(({ topic, feed }) => [topic, feed])
    expect(sent(null)).toEqual([['ordering', 'ordering']])
    expect(sent(CLUB)).toEqual([
      ['ordering', 'ordering'],
      ['inventory', 'catalogue'],
      ['orders', 'orders:club-1'],
    ])
    expect(sent(ADMIN)).toEqual([
      ['ordering', 'ordering'],
      ['inventory', 'inventory'],
      ['carts', 'carts'],
    ])
  })

  test('lists no topics for an unknown role', () => {
    const stranger = JSON.parse('{"accountId":"stranger-1","role":"storekeeper"}') as Listener
    expect(subscriptionsOf(stranger)).toEqual([])
  })

  test('has at least one audience for every topic', () => {
    const listeners: Listener[] = [null, ...ROLES.map((role) => ({ accountId: 'a', role }))]
    for (const topic of TOPIC_NAMES)
      expect(listeners.some((listener) => feedOf(topic, listener) !== null)).toBe(true)
  })

  test('finds the account in the name of its orders topic', () => {
    const topic = ordersTopic('club-1')
    expect(isOrdersTopic(topic) && accountOf(topic)).toBe('club-1')
    expect(isOrdersTopic('carts')).toBe(false)
  })
})

describe('a sync frame', () => {
  test('is valid for every topic of the table, and for no other name', () => {
    for (const topic of TOPIC_NAMES)
      expect(parseFrame(JSON.stringify({ type: 'sync', topic }))).toEqual({ type: 'sync', topic })
    for (const topic of ['catalogue', 'orders:club-1', 'toString', '__proto__', ''])
      expect(parseFrame(JSON.stringify({ type: 'sync', topic }))).toBeNull()
  })

  describe('on an open socket', () => {
    let portal: Portal
    beforeAll(async () => void (portal = await startPortal()))
    afterAll(() => portal.close())

    test('is answered with the state of the same topic, for every topic of every role', async () => {
      const tokens = [
        undefined,
        (await portal.createClub()).token,
        (await portal.createAdmin()).token,
      ]
      const synced = new Set<string>()
      for (const token of tokens) {
        const client = await enterLive(portal.url, token)
        for (const topic of client.topics() ?? []) {
          const before = client.states(topic).length
          client.say({ type: 'sync', topic })
          await until(`a state of ${topic}`, () => client.states(topic).length > before)
          synced.add(topic)
        }
        await client.close()
      }
      const welcomed = TOPIC_NAMES.filter((topic) => !isOpenedTopic(topic))
      expect([...synced].toSorted()).toEqual(welcomed.toSorted())
    })
  })
})
