import type { StoreTopic } from '#src/contract/topics.ts'
import { afterEach, beforeEach, expect } from 'bun:test'
import type { ProblemCode } from '#src/contract/problem.ts'
import type { CodeClient } from '#src/rules/codes.ts'
import { Refusal } from '#src/rules/refusal.ts'
import type { Nudge, Store, TriedCode } from '#src/store/port.ts'
import { stockRow } from '#tests/support/rows.ts'
import { callsOn, NOBODY, NOON, times } from '#tests/support/stores.ts'

/** An empty store of its own for each test. */
export type TestStore = {
  store: Store
  /** Closes the store and opens it again. */
  reopen(): Promise<Store>
  /** Closes and deletes the store. */
  end(): Promise<void>
}
export type OpenTestStore = (options?: { rateLimits?: boolean }) => Promise<TestStore>

export const SECOND = 1_000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR
export { ADMIN, NOON, REMOVAL, times } from '#tests/support/stores.ts'

/** An unknown browser in one of the networks. */
export const stranger = (number: number): CodeClient => ({
  network: `192.0.2.${number}`,
  device: null,
})
/** The clients that request and use codes. */
export const HOME = stranger(1)

/** A typed code. */
export const typed = (hash: string, now = NOON, client = HOME): TriedCode => ({
  hashes: [hash],
  client,
  now,
})

/** Makes a code with a wrong try, another code, and two mails that were sent. */
export async function fillExpiring(store: Store, email: string): Promise<void> {
  const request = { email, purpose: 'reset', client: HOME } as const
  await store.codes.request({ ...request, now: 1, codeHash: 'right' })
  await codeOf(store.codes.resetPassword(email, 'x', typed('wrong', 1)))
  await store.codes.request({ ...request, now: MINUTE })
  await store.mail.queue(email, 'new_browser', MINUTE)
  for (let mail = await store.mail.claim(MINUTE, 1); mail; mail = await store.mail.claim(MINUTE, 1))
    await store.mail.markSent(mail.id)
}

/** Opens a store before each test of the block, and checks all its invariants afterwards. */
export function useStore(open: OpenTestStore, options: { rateLimits?: boolean } = {}) {
  let opened: TestStore
  let store: Store
  beforeEach(async () => {
    opened = await open(options)
    store = opened.store
  })
  afterEach(async () => {
    const { broken } = await store.upkeep.verify()
    await opened.end()
    expect(broken).toEqual([])
  })

  /** The revision of a topic that exists. */
  async function rev(topic: StoreTopic): Promise<number> {
    const found = await store.live.readRev(topic)
    if (found === null) throw new Error(`There is no topic ${topic}.`)
    return found
  }

  const calls = callsOn(() => store)
  /** An item of so many units, and clubs with a line each of it. */
  async function makeLines(count: number, units: number) {
    const clubs = await Promise.all(times(count, () => calls.club()))
    const tape = await calls.item('Tape', units)
    const rows = [stockRow(tape._id, 50)]
    await Promise.all(clubs.map((club) => calls.order(club, rows)))
    const ids = await Promise.all(clubs.map(async (club) => (await calls.line(club, 'Tape'))._id))
    const [club = NOBODY, lineId = ''] = [clubs[0], ids[0]]
    return { tape, rows, clubs, ids, club, lineId }
  }

  return {
    get store() {
      return store
    },
    rev,
    makeLines,
    async reopen() {
      store = await opened.reopen()
    },
    ...calls,
  }
}

/** The refusal of a call. Fails if the call succeeds or throws another error. */
export async function refusalOf(call: Promise<unknown>): Promise<Refusal> {
  const ended = await call.then(
    () => new Error('This was not refused.'),
    (error: unknown) => error,
  )
  if (!(ended instanceof Refusal)) throw ended
  return ended
}

export const codeOf = async (call: Promise<unknown>): Promise<ProblemCode> =>
  (await refusalOf(call)).code

export const pathsOf = (refusal: Refusal): string[] =>
  (refusal.details.errors ?? []).map(({ path }) => path)

export const topicsOf = ({ moved }: { moved: Nudge[] }): string[] =>
  moved.map(({ topic }) => topic).toSorted()

/** How many of these calls succeeded; the others were refused with `code`. */
export async function countSuccesses(
  calls: Promise<unknown>[],
  code: ProblemCode,
): Promise<number> {
  const results = await Promise.allSettled(calls)
  for (const result of results)
    if (result.status === 'rejected')
      expect(result.reason instanceof Refusal ? result.reason.code : result.reason).toBe(code)
  return results.filter(({ status }) => status === 'fulfilled').length
}
