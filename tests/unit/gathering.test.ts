import { expect, test } from 'bun:test'
import { Refusal } from '#src/rules/refusal.ts'
import { until } from '#tests/support/until.ts'
import { type Caller, createGathering } from '#src/store/mongo/gather.ts'
import { createQueues } from '#src/store/mongo/queues.ts'

/** A gathering whose groups wait until the test ends them. */
function openGathering({ largest = 10, waitMs = 60_000, serveMs = 60_000, patience = 0 } = {}) {
  const groups: { asked: string[]; end(error?: Error): void }[] = []
  let onGroup = () => {}
  const ask = createGathering<string, string>(
    async (callers: Caller<string, string>[]) => {
      const ended = Promise.withResolvers<void>()
      groups.push({
        asked: callers.map(({ asked }) => asked),
        end: (error) => (error ? ended.reject(error) : ended.resolve()),
      })
      onGroup()
      await ended.promise
      for (const { asked, resolve } of callers) resolve(`answer to ${asked}`)
    },
    { largest, waitMs, serveMs, patience },
  )
  async function nextGroup() {
    while (groups.length === 0) await new Promise<void>((resolve) => (onGroup = resolve))
    const [group] = groups.splice(0, 1)
    if (!group) throw new Error('There is no group.')
    return group
  }
  return { ask, nextGroup }
}

test('those who ask while a group is served are the next group', async () => {
  const { ask, nextGroup } = openGathering()
  const answers = [ask('a'), ask('b')]
  const first = await nextGroup()
  answers.push(ask('c'), ask('d'))
  expect(first.asked).toEqual(['a', 'b'])
  first.end()
  const second = await nextGroup()
  expect(second.asked).toEqual(['c', 'd'])
  second.end()
  expect(await Promise.all(answers)).toEqual(
    ['a', 'b', 'c', 'd'].map((name) => `answer to ${name}`),
  )
})

test('a group has a size; the rest comes next', async () => {
  const { ask, nextGroup } = openGathering({ largest: 2 })
  const answers = ['a', 'b', 'c'].map(ask)
  const first = await nextGroup()
  first.end()
  expect(first.asked).toEqual(['a', 'b'])
  const second = await nextGroup()
  second.end()
  expect(second.asked).toEqual(['c'])
  await Promise.all(answers)
})

test('the callers of a group that fails get its error, and the next group is served', async () => {
  const { ask, nextGroup } = openGathering()
  const failed = ['a', 'b'].map((name) => ask(name).catch((error: Error) => error.message))
  const first = await nextGroup()
  const next = ask('c')
  first.end(new Error('no database'))
  expect(await Promise.all(failed)).toEqual(['no database', 'no database'])
  const second = await nextGroup()
  second.end()
  expect(await next).toBe('answer to c')
})

test('a caller that waited too long for a group is refused and not served any more', async () => {
  const { ask, nextGroup } = openGathering({ waitMs: 5 })
  const first = ask('a')
  const group = await nextGroup()
  const asked = performance.now()
  const late = ask('b').catch((error: unknown) => error)
  await until('the limit has passed', () => performance.now() - asked > 5)
  group.end()
  expect(await first).toBe('answer to a')
  const refused = await late
  expect(refused).toBeInstanceOf(Refusal)
  expect(refused).toMatchObject({ code: 'store_unavailable' })
})

test('a group waits for those who were just answered, and not once they are all there', async () => {
  const { ask, nextGroup } = openGathering({ patience: 1 })
  const answers = [ask('a')]
  const first = await nextGroup()
  answers.push(ask('b'))
  const begun = performance.now()
  await until('the group has taken a while', () => performance.now() - begun > 20)
  first.end()
  await answers[0]
  for (let turns = 0; turns < 3; turns++) await new Promise((resolve) => setImmediate(resolve))
  answers.push(ask('a again'))
  const second = await nextGroup()
  expect(second.asked).toEqual(['b', 'a again'])
  second.end()
  await Promise.all(answers)
})

test('a group that is never served does not hold up the next one', async () => {
  const { ask, nextGroup } = openGathering({ serveMs: 5 })
  const lost = ask('a').catch((error: unknown) => error)
  await nextGroup()
  expect(await lost).toBeInstanceOf(Refusal)
  const next = ask('b')
  const group = await nextGroup()
  group.end()
  expect(await next).toBe('answer to b')
})

test('a turn that never ends does not hold up those who wait', async () => {
  const inTurn = createQueues(5)
  const lost = inTurn('shelves', () => new Promise(() => {})).catch((error: unknown) => error)
  const next = inTurn('shelves', async () => 'answer')
  expect(await lost).toBeInstanceOf(Refusal)
  expect(await next).toBe('answer')
})
