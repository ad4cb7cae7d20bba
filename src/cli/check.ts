/** `bun run check`: lists the checked rules, and names each row that breaks one. */
import type { Store } from '#src/store/port.ts'
import { readArguments } from './arguments.ts'
import { runTool, withStore } from './tool.ts'

async function check(store: Store): Promise<boolean> {
  const { checked, broken } = await store.upkeep.verify()
  for (const rule of checked) console.log(`checked: ${rule}`)
  for (const row of broken) console.error(`broken: ${row}`)
  const isSound = broken.length === 0
  console.log(isSound ? 'The store is sound.' : `Rules are broken: ${broken.length}.`)
  return isSound
}

export const run = (words: readonly string[]): Promise<number> =>
  runTool((config) => {
    readArguments(words, { named: [], flags: [] })
    return withStore(config, { mustExist: true }, check)
  })
