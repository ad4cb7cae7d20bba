/** The example client in docs/live.md works, and its tables match the code. */
import { expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { CLOSE, type StateFrame } from '#src/contract/frames.ts'
import { limits } from '#src/contract/limits.ts'
import { TOPIC_NAMES } from '#src/contract/topics.ts'
import { startPortal } from '#tests/support/portal.ts'
import { until } from '#tests/support/until.ts'

type Follow = (
  url: string,
  token: string | undefined,
  show: (state: StateFrame) => void,
  end: (code: number) => void,
) => () => void

const text = await Bun.file(resolve(import.meta.dir, '../../docs/live.md')).text()

/** The exports of the last code block. */
async function loadClient(folder: string): Promise<{ follow: Follow }> {
  const code = text.slice(text.lastIndexOf('```ts\n') + 6, text.lastIndexOf('```'))
  const path = join(folder, 'client.ts')
  await Bun.write(path, code)
  return import(path)
}

test('the client of docs/live.md shows each state and stops when its session ends', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'live-docs-'))
  const { follow } = await loadClient(folder)
  const portal = await startPortal()
  const [club, admin] = [await portal.createClub(), await portal.createAdmin()]
  const shown: StateFrame[] = []
  const codes: number[] = []
  const stop = follow(
    portal.url,
    club.token,
    (state) => shown.push(state),
    (code) => codes.push(code),
  )
  await until('the first states', () => shown.length === 3)
  expect(shown.map(({ topic }) => topic).toSorted()).toEqual(['inventory', 'ordering', 'orders'])

  await portal.request('PUT', '/cart/confirm-disabled', {
    token: admin.token,
    body: { isConfirmDisabled: true },
  })
  await until('the change', () => shown.length === 4)
  expect(shown.at(-1)).toMatchObject({ topic: 'ordering', data: { isConfirmDisabled: true } })

  await portal.deps.store.accounts.change(club.email, { passwordHash: 'another' }, Date.now())
  await until('the end', () => codes.length === 1)
  expect(codes).toEqual([CLOSE.signInAgain])
  stop()
  await portal.close()
  rmSync(folder, { recursive: true })
})

test('docs/live.md names every topic, close code and limit', () => {
  for (const topic of TOPIC_NAMES) expect(text).toContain(`| \`${topic}\` |`)
  for (const code of Object.values(CLOSE)) expect(text).toContain(`| ${code} |`)
  const { frameBytes, stateBytes, upgradesPerMinute, framesPerMinute, socketsPerAccount } = limits
  const values = [frameBytes, stateBytes, upgradesPerMinute, framesPerMinute, socketsPerAccount]
  for (const value of values) expect(text).toContain(`| ${value.toLocaleString('en')}`)
  expect(text).toContain(`| time for \`hello\` | ${limits.helloSeconds} s |`)
  expect(text).toContain(`every ${limits.beatSeconds} s`)
})
