import { expect, test } from 'bun:test'
import { createLogger } from '#src/monitoring/log.ts'
import { openSqliteStore } from '#src/store/sqlite.ts'
import { runModel } from './store/model-run.ts'

const HISTORIES = Number(process.env.MODEL_HISTORIES ?? 500)

test(`the embedded store agrees with its model over ${HISTORIES} histories`, async () => {
  const log = createLogger('silent')
  const counts = await runModel(async () => {
    const store = openSqliteStore({ path: ':memory:', log })
    return { store, reopen: () => Promise.resolve(store), end: store.close }
  }, HISTORIES)
  for (const name of ['done', 'cannot_undo', 'already_undone'])
    expect(counts.get(`undo ${name}`)).toBeGreaterThan(HISTORIES / 10)
}, 1_200_000)
