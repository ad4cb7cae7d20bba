import { describe, expect, test } from 'bun:test'
import { type Asker, createHashQueue } from '#src/identity/hash-queue.ts'
import { until } from '#tests/support/until.ts'

/** Turns whose work ends when the test says so. `order` tells who started, `refused` who was turned away. */
function openTurns({ atOnce = 1, waiting = 100 } = {}) {
  const queue = createHashQueue({ atOnce, waiting })
  const order: string[] = []
  const refused: string[] = []
  const underWay: { name: string; finish(): void }[] = []
  const ask = (name: string, given: Partial<Asker> = {}) =>
    void queue
      .take({ account: name, networks: [name], isKnown: false, ...given }, async () => {
        order.push(name)
        const work = Promise.withResolvers<void>()
        underWay.push({ name, finish: work.resolve })
        await work.promise
      })
      .catch(({ code, details }) => {
        expect([code, details.retryAfterSeconds]).toEqual(['store_unavailable', 3])
        refused.push(name)
      })
  const finish = async (count = 1) => {
    for (let n = 0; n < count; n++) {
      await until('somebody has a turn', () => underWay.length > 0)
      underWay.shift()?.finish()
    }
    // Whoever was started by it has begun then.
    await new Promise(setImmediate)
  }
  return { ask, finish, order, refused, underWay }
}

const many = (count: number) => Array.from({ length: count }, (_, index) => index)

describe('the queue for hashes', () => {
  test('run as many at once as there are places', async () => {
    const { ask, finish, order } = openTurns({ atOnce: 2 })
    for (const name of ['a', 'b', 'c']) ask(name)
    expect(order).toEqual(['a', 'b'])
    await finish()
    expect(order).toEqual(['a', 'b', 'c'])
  })

  test('are taken one at a time by an account, and leave the other places to others', async () => {
    const { ask, finish, order } = openTurns({ atOnce: 4 })
    for (const network of ['1', '2', '3']) ask(`a${network}`, { account: 'a', networks: [network] })
    ask('a4', { account: 'a', isKnown: true })
    ask('b')
    expect(order).toEqual(['a1', 'b'])
    await finish()
    expect(order).toEqual(['a1', 'b', 'a4'])
    await finish(4)
    expect(order).toEqual(['a1', 'b', 'a4', 'a2', 'a3'])
  })

  test('go round the networks, and in a network round the accounts', async () => {
    const { ask, finish, order } = openTurns()
    ask('first')
    for (const n of many(3)) ask(`a${n}`, { account: 'a', networks: ['wide', 'near'] })
    for (const n of many(3)) ask(`b${n}`, { account: 'b', networks: ['wide', 'near'] })
    for (const n of many(2)) ask(`c${n}`, { account: 'c', networks: ['wide', 'next'] })
    ask('d', { networks: ['other'] })
    await finish(9)
    expect(order).toEqual(['first', 'a0', 'd', 'c0', 'b0', 'c1', 'a1', 'b1', 'a2', 'b2'])
  })

  test('are given to known browsers first, one account after the other', async () => {
    const { ask, finish, order } = openTurns()
    ask('first')
    ask('stranger')
    for (const n of many(3)) ask(`a${n}`, { account: 'a', isKnown: true })
    ask('b', { isKnown: true })
    await finish(5)
    expect(order).toEqual(['first', 'a0', 'b', 'a1', 'a2', 'stranger'])
  })
})

describe('when too many wait', () => {
  test('from different networks, the newest are refused', async () => {
    const { ask, finish, order, refused } = openTurns({ waiting: 3 })
    for (const n of many(6)) ask(`n${n}`)
    await finish(3)
    expect(order).toEqual(['n0', 'n1', 'n2', 'n3'])
    expect(refused).toEqual(['n4', 'n5'])
  })

  test('from one network or account, they make room for others', async () => {
    const { ask, finish, order, refused } = openTurns({ waiting: 10 })
    ask('first')
    for (const n of many(200)) ask(`flood${n}`, { networks: ['wide', `net ${n}`] })
    ask('club')
    for (const n of many(200)) ask(`own${n}`, { account: 'own', isKnown: true })
    ask('administrator', { isKnown: true })
    await finish()
    await finish()
    expect(order).toEqual(['first', 'own0', 'administrator'])
    await finish(12)
    expect(order.slice(-3)).toContain('club')
    expect(refused).not.toContain('club')
    expect(refused).not.toContain('administrator')
    expect(refused).toHaveLength(382)
  })
})
