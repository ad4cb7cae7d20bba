import { expect } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Config } from '#src/config.ts'
import { hashPassword } from '#src/identity/passwords.ts'
import type { NewAccount } from '#src/store/port.ts'
import type { Problem } from '#src/contract/problem.ts'
import type { Asked } from './ask.ts'
import { startPortal, type Portal } from './portal.ts'
import { useQuickHashes } from './quick-hashes.ts'
import { startSmtp } from './smtp.ts'

export const PASSWORD = 'violet-lantern-42'
/** The account of which a test means no other one. */
export const EMAIL = 'club@campus.example'

/** The address that the proxy in front has seen, and what an earlier sign-in has answered. */
type From = { client?: string | undefined; device?: string | undefined }

/** A failure or a success; what is not there is `undefined`. */
export type Body = Partial<Problem> & { token?: string; device?: string; user?: unknown }

export type Accounts = Awaited<ReturnType<typeof startAccounts>>

/**
 * A portal with a real mail server, people who can sign in, and a clock that can be put forward. Believes one proxy. A hash
 * takes `hashMs` and no work; with `null` it is a real one.
 */
export async function startAccounts(
  changes: Partial<Config> = {},
  { hashMs = 0 }: { hashMs?: number | null } = {},
) {
  const endQuickHashes = hashMs === null ? () => {} : useQuickHashes(hashMs)
  const dataDir = await mkdtemp(join(tmpdir(), 'accounts-'))
  const smtp = await startSmtp()
  let moved = 0
  let stoodAt: number | null = null
  const now = () => (stoodAt ?? Date.now()) + moved
  const open = (): Promise<Portal> =>
    startPortal({
      config: {
        dataDir,
        mail: {
          kind: 'smtp',
          url: smtp.url,
          from: 'Inventory portal <portal@adp.example>',
          tls: 'off',
        },
        trustProxy: 1,
        ...changes,
      },
      now,
    })
  let portal = await open()

  const call = (
    method: string,
    path: string,
    body?: unknown,
    { client, device, ...asked }: Asked & From = {},
  ) =>
    portal.request<Body | null>(method, path, {
      ...asked,
      body,
      headers: {
        ...(client !== undefined && { 'x-forwarded-for': client }),
        ...(device !== undefined && { 'device-token': device }),
      },
    })

  async function codeFrom(path: string, email: string): Promise<string> {
    const { status, body } = await call('POST', path, { email })
    if (status !== 200) throw new Error(`No code: ${JSON.stringify(body)}`)
    // the outbox sends a reset code at a random moment; this test does not wait for it
    portal.deps.outbox.wake()
    return (await smtp.waitForMail(email)).code ?? ''
  }

  return {
    smtp,
    dataDir,
    now,
    get portal() {
      return portal
    },
    get store() {
      return portal.deps.store
    },
    later: (ms: number) => void (moved += ms),
    /** From now on the clock goes on by `later` alone, however slow the machine is. */
    stopClock: () => void (stoodAt = Date.now()),
    call,
    signIn: (
      email: unknown = EMAIL,
      password: unknown = PASSWORD,
      client?: string,
      device?: string,
    ) => call('POST', '/users/login', { email, password }, { client, device }),
    /** Wrong passwords, each of which is judged. */
    async failTimes(times: number, email = EMAIL, from: From = {}) {
      for (let n = 0; n < times; n++) {
        const body = { email, password: 'wrong-password-1' }
        expect((await call('POST', '/users/login', body, from)).status).toBe(401)
      }
    },
    /** Disables an account at once. */
    disable: (email: string) =>
      portal.deps.store.accounts.change(email, { disabled: true }, Date.now()),
    async addAccount({
      password = PASSWORD,
      ...given
    }: Partial<NewAccount> & { password?: string } = {}) {
      const account = { email: EMAIL, clubName: 'Film Club', ...given }
      return portal.createAccount({ passwordHash: await hashPassword(password), ...account })
    },
    /** Asks for a code to register with and reads it in the mail. */
    codeFor: (email: string) => codeFrom('/users/request-code', email),
    resetCodeFor: (email: string) => codeFrom('/users/request-code-pass-reset', email),
    async restart() {
      await portal.close()
      portal = await open()
    },
    async close() {
      await portal.close()
      await smtp.close()
      endQuickHashes()
      await rm(dataDir, { recursive: true })
    },
  }
}
