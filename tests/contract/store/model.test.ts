import { expect, test } from 'bun:test'
import { atDepth } from '#tests/support/random.ts'
import { openSqlite } from '#tests/support/stores.ts'
import type { OpenTestStore } from './harness.ts'
import { runModel } from './model-run.ts'
import { onEachStore } from './stores.ts'

const HISTORIES = { SQLite: atDepth(40, 2_000), MongoDB: atDepth(1, 100) }

/** In memory: what a history writes need not outlive it. */
const openInMemory: OpenTestStore = async () => {
  const store = openSqlite(':memory:')
  return { store, reopen: async () => store, end: store.close }
}

onEachStore('random histories', (open, store) => {
  test('the store agrees with its model after each step', async () => {
    const histories = HISTORIES[store]
    const counts = await runModel(store === 'SQLite' ? openInMemory : open, histories)
    // too few histories in MongoDB to count on
    if (store === 'SQLite')
      for (const name of ['done', 'cannot_undo', 'already_undone'])
        expect(counts.get(`undo ${name}`)).toBeGreaterThan(histories / 10)
  })
})
