import { expect, test } from 'bun:test'
import { createTurns } from '#src/realtime/turns.ts'

/** Runs a step of 4 ms for each letter, by a clock that only they move. `|` marks where the event loop served others. */
async function runSteps(names: string, mostMs: number): Promise<string> {
  let now = 0
  let done = ''
  const turns = createTurns(mostMs, () => now)
  const steps = [...names].map(async (name) => {
    await turns.next()
    now += 4
    done += name
  })
  while (done.replaceAll('|', '').length < names.length) {
    done += '|'
    await new Promise<void>((resolve) => setImmediate(resolve))
  }
  await Promise.all(steps)
  return done
}

test('the first step begins at once, the others in order, as many in a turn of the event loop as fit into its time', async () => {
  expect(await runSteps('abcdefghijkl', 20)).toBe('|abcdef|ghijk|l')
})

test('a step that takes longer than a turn has one for itself', async () => {
  expect(await runSteps('abc', 3)).toBe('|ab|c')
})

test('a new step does not overtake those that wait', async () => {
  const done: string[] = []
  const turns = createTurns(0)
  const step = async (name: string) => {
    await turns.next()
    done.push(name)
  }
  const steps = [step('a'), step('b'), step('c')]
  await steps[1]
  await Promise.all([...steps, step('d')])
  expect(done).toEqual(['a', 'b', 'c', 'd'])
})
