import { expect, test } from 'bun:test'
import { createTurns } from '#src/realtime/turns.ts'

/** Runs a step of 4 ms for each letter, by a clock that only they move. `|` marks where the event loop served others. */
async function runSteps(names: string, mostMs: number): Promise<string> {
  let now = 0
  let done = ''
  const turns = createTurns(mostMs, () => now)
  const steps: Promise<void>[] = []
  const begin = async (name: string) => {
    await turns.next()
    now += 4
    done += name
  }
  for (const name of names) {
    steps.push(begin(name))
    // A step begins before the next one arrives, as with frames and requests.
    await Promise.resolve()
    await Promise.resolve()
  }
  while (done.replaceAll('|', '').length < names.length) {
    done += '|'
    await new Promise<void>((resolve) => setImmediate(resolve))
  }
  await Promise.all(steps)
  return done
}

test('steps begin in order, as many in a turn of the event loop as fit into its time', async () => {
  expect(await runSteps('abcdefghijkl', 20)).toBe('abcde|fghij|kl')
})

test('a step that takes longer than a turn has one for itself', async () => {
  expect(await runSteps('abc', 3)).toBe('a|b|c')
})

test('a new step does not overtake those that wait', async () => {
  const done: string[] = []
  let now = 0
  const turns = createTurns(2, () => now)
  const step = async (name: string) => {
    await turns.next()
    now += 2
    done.push(name)
  }
  await step('a')
  const waiting = [step('b'), step('c'), step('d')]
  await waiting[0]
  await Promise.all([...waiting, step('e')])
  expect(done).toEqual(['a', 'b', 'c', 'd', 'e'])
})
