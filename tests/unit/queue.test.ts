import { expect, test } from 'bun:test'
import { Refusal } from '#src/rules/refusal.ts'
import { createQueue } from '#src/store/mongo/queue.ts'

test('work runs one after the other, also after some has failed', async () => {
  const enqueue = createQueue(60_000)
  const done: string[] = []
  const calls = ['first', 'second', 'third'].map((name) =>
    enqueue(async () => {
      done.push(`${name} begins`)
      await Promise.resolve()
      done.push(`${name} ends`)
      if (name === 'first') throw new Error('no database')
    }),
  )
  await Promise.allSettled(calls)
  expect(done).toEqual(
    ['first', 'second', 'third'].flatMap((name) => [`${name} begins`, `${name} ends`]),
  )
  await expect(calls[0]).rejects.toThrow('no database')
})

test('work that never ends does not stop those who wait', async () => {
  const enqueue = createQueue(5)
  const lost = enqueue(() => new Promise(() => {})).catch((error: unknown) => error)
  const next = enqueue(async () => 'answer')
  expect(await lost).toBeInstanceOf(Refusal)
  expect(await next).toBe('answer')
})
