/** A process that writes to a store until it is killed, as a server does. */
import { join } from 'node:path'
import { asClubId } from '#src/contract/ids.ts'
import type { Store } from '#src/store/port.ts'
import { type Env, start } from '#tests/support/program.ts'
import { stockRow } from '#tests/support/rows.ts'
import { callsOn, NOON, openMongo, openSqlite, times } from '#tests/support/stores.ts'

/** Where a store is: `STORE_PATH` for SQLite, `MONGODB_URL` for MongoDB. */
export type Place = { STORE_PATH: string } | { MONGODB_URL: string }
export type Work = 'orders' | 'undos' | 'announcements' | 'endings'

/** Opens the store at a place; `lock` as a server does. */
export const openAt = async (place: Place, lock = false): Promise<Store> =>
  'STORE_PATH' in place ? openSqlite(place.STORE_PATH, { lock }) : openMongo(place.MONGODB_URL)

export const CLIENTS = 8

export const keyOf = (round: string, call: 'order' | 'allot', count: number) => ({
  key: `${round} ${call} ${count}`,
  bodyHash: '',
})

/** One item, and one club with a line of it for each client. */
export async function makePlan(store: Store): Promise<void> {
  const { club, item, order } = callsOn(() => store)
  const { _id } = await item('Tape', 1_000_000)
  for (const client of times(CLIENTS, Number))
    await order(await club(), [stockRow(_id, 1)], { now: NOON + client })
}

/** Ids of the clubs, in the order of the clients, of the item and of the clubs' lines of it. */
export async function readPlan(store: Store) {
  const { rows: carts } = await store.orders.listCarts()
  const clubs = carts.map(({ user_id }) => asClubId(user_id))
  const [item] = (await store.stock.list()).rows
  const orders = await Promise.all(clubs.map((id) => store.orders.read(id)))
  const lineIds = orders.map((order) => order?.rows[0]?._id ?? '')
  return { clubs, itemId: item?._id ?? '', lineIds }
}

/**
 * Runs the process until it ends, or until `isDue` says of the whole lines so far that it is to be killed. `limitBlocks` is how large a
 * file it may write, in units of 1,024 bytes. Answers its whole lines, and the signal that ended it.
 */
export async function runWriter(
  env: Env & { WORK: Work },
  isDue: (lines: readonly string[]) => boolean | Promise<boolean>,
  limitBlocks: number | null = null,
) {
  const limit = limitBlocks === null ? '' : `trap '' XFSZ; ulimit -f ${limitBlocks};`
  const path = join(import.meta.dir, 'writer-process.ts')
  const command = ['/bin/bash', '-c', `${limit} exec "$0" "$1"`, process.execPath, path]
  const { child, kept, ended } = start(command, env)
  // the last line may be incomplete
  const lines = () => kept.out.split('\n').slice(0, -1)
  const isOver = child.exited.then(() => true)
  while (!(await Promise.race([isOver, Bun.sleep(1)])))
    if (await isDue(lines())) child.kill('SIGKILL')
  const { err } = await ended()
  if (err !== '') console.error(err)
  return { lines: lines(), signal: child.signalCode }
}
