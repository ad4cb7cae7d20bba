import { appendFileSync, chmodSync, existsSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Fields, SecurityLog } from './log.ts'

export const SECURITY_LOG = 'security.log'
/** Rotated files, not counting the current one. */
const OLD_FILES = 3
const MINUTE_MS = 60_000
/** Lines per minute, because anybody can cause refusals without end. The four files of 10 MB then last for 15 hours, and one kind of event cannot displace another. */
const LINES_PER_EVENT = 200
const LINES_PER_CLIENT = 50
/** Of one client about one account: clients of one network share an address, and one must not use up the lines of another. */
const LINES_PER_ACCOUNT = 10

type Count = { lines: number; leftOut: number; by: Map<string, number> }

/**
 * Limits the lines per event, per client, and per client and account in each minute. The account is `account` or `user_id`, or `email_hash`
 * if a client only named it. The first line about each account of a minute is always written. There are only as many as accounts.
 */
function createBudget() {
  const counts = new Map<string, Count>()
  let minute = -1

  return {
    /** On the first call in a new minute, returns how many lines of each event were dropped in the previous one. */
    turn(at: number): { of: string; count: number }[] {
      const now = Math.floor(at / MINUTE_MS)
      if (now === minute) return []
      minute = now
      const leftOut = [...counts].filter(([, count]) => count.leftOut > 0)
      counts.clear()
      return leftOut.map(([of, { leftOut: count }]) => ({ of, count }))
    },
    take(event: string, fields: Fields, always: boolean): boolean {
      const count = counts.get(event) ?? { lines: 0, leftOut: 0, by: new Map() }
      counts.set(event, count)
      const account = fields['account'] ?? fields['user_id']
      const ofClient = `client ${String(fields['client'])}`
      const ofPair = `${ofClient} account ${String(account ?? fields['email_hash'])}`
      const ofAccount = `account ${String(account)}`
      const written = (key: string) => count.by.get(key) ?? 0
      const isFirst = account !== undefined && written(ofAccount) === 0
      const isWithin =
        count.lines < LINES_PER_EVENT &&
        written(ofClient) < LINES_PER_CLIENT &&
        written(ofPair) < LINES_PER_ACCOUNT
      if (!always && !isFirst && !isWithin) {
        count.leftOut += 1
        return false
      }
      count.lines += 1
      for (const key of [ofClient, ofPair, ofAccount]) count.by.set(key, written(key) + 1)
      return true
    },
  }
}

/**
 * Writes security lines to `security.log`, rotated to `security.log.1` to `.3`, which only their owner can read. Ordinary request
 * lines cannot displace them. Makes the file with the first line and writes synchronously, so that a killed process loses nothing.
 */
export function openSecurityLog(
  folder: string,
  { now = Date.now, maxBytes = 10_000_000 }: { now?: () => number; maxBytes?: number } = {},
): SecurityLog {
  const path = join(folder, SECURITY_LOG)
  const budget = createBudget()

  function rotate(): void {
    for (let number = OLD_FILES; number > 0; number--) {
      const from = number === 1 ? path : `${path}.${number - 1}`
      if (existsSync(from)) renameSync(from, `${path}.${number}`)
    }
  }
  function append(line: string): void {
    const text = `${line}\n`
    const bytes = existsSync(path) ? statSync(path).size : 0
    if (bytes > 0 && bytes + Buffer.byteLength(text) > maxBytes) rotate()
    appendFileSync(path, text, { mode: 0o600 })
    chmodSync(path, 0o600)
  }

  return (line, event, fields, always) => {
    const at = now()
    for (const { of, count } of budget.turn(at))
      append(
        JSON.stringify({
          ts: new Date(at).toISOString(),
          level: 'warn',
          stream: 'security',
          event: 'security_lines_left_out',
          of,
          count,
        }),
      )
    if (budget.take(event, fields, always)) append(line)
  }
}
