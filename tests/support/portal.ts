import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ClubId, PersonId } from '#src/contract/ids.ts'
import { createApp } from '#src/app.ts'
import { type Config, readConfig } from '#src/config.ts'
import { closeDeps, openDeps } from '#src/deps.ts'
import { createLogger, type Logger } from '#src/monitoring/log.ts'
import type { Timers } from '#src/realtime/timers.ts'
import { openSecurityLog } from '#src/monitoring/security-log.ts'
import { openStore } from '#src/store/index.ts'
import type { NewAccount, Store } from '#src/store/port.ts'
import { requestAt } from './ask.ts'

export const SECRET = 'a secret that only the tests know, and nobody else'

/** An account that was made through the store, with a token of one hour. */
export type Member = { id: PersonId; email: string; token: string; clubName: string }
/** A member of a club. */
export type ClubMember = Member & { clubId: ClubId }

export type PortalOptions = {
  config?: Partial<Config>
  now?: () => number
  timers?: Timers
  store?: Store
}

export type Portal = Awaited<ReturnType<typeof startPortal>>

/** A log whose lines a test may read; nothing is printed. The security log is a file, as in production. */
function collectLog(dataDir: string): { log: Logger; lines: Record<string, unknown>[] } {
  const lines: Record<string, unknown>[] = []
  const collect = (line: string) => void lines.push(JSON.parse(line))
  return { log: createLogger('debug', collect, openSecurityLog(dataDir)), lines }
}

/**
 * Starts a portal as `src/index.ts` composes it, on a port of its own: a temporary store, a local bus and local counters, and mails
 * as files unless `config.mail` names a server. Several portals may share one `store`; with `config.redisUrl` they also share
 * the bus. `now` is the clock of everything but the timers of the live channel, which are `timers`.
 */
export async function startPortal({
  config: changes = {},
  now = Date.now,
  timers,
  store: given,
}: PortalOptions = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'portal-'))
  const config: Config = {
    ...readConfig({ PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir }, () => ''),
    ...changes,
  }
  const { log, lines } = collectLog(config.dataDir)
  let isStopping = false
  const opened = given ?? (await openStore(config, log))
  const deps = await openDeps(config, {
    log,
    secrets: config.secrets ?? { current: SECRET, previous: null },
    isStopping: () => isStopping,
    now,
    timers,
    store: opened,
  })
  const { store, tokens, live } = deps
  const app = createApp(deps).listen({ port: config.port, hostname: config.host })
  const { server } = app
  if (!server) throw new Error('The portal does not listen.')
  live.attach(server)
  const url = `http://127.0.0.1:${server.port}`
  let members = 0

  async function createAccount(
    given: Partial<NewAccount>,
  ): Promise<Member & { clubId: ClubId | null }> {
    members += 1
    const account = await store.accounts.create({
      email: `member-${members}@campus.example`,
      clubName: `Club ${members}`,
      cordName: `Coordinator ${members}`,
      mobile: '+91 98765 43210',
      access: 'user',
      // No password matches it; who signs in by password registers, or gives a hash.
      passwordHash: '',
      ...given,
    })
    if (!account) throw new Error('This address has an account.')
    const { id, email, clubId, clubName } = account
    return { id, email, clubId, clubName, token: await tokens.sign(account, now()) }
  }
  async function createClub(given: Partial<NewAccount> = {}): Promise<ClubMember> {
    const { clubId, ...member } = await createAccount(given)
    if (clubId === null) throw new Error('An administrator has no club.')
    return { ...member, clubId }
  }

  return {
    url,
    deps,
    app,
    /** The store as another instance writes it: this portal hears nothing of it. */
    unheard: opened,
    /** What was logged so far. */
    lines,
    /** What `isStopping` answers from now on. */
    announceStop: () => void (isStopping = true),

    request: requestAt(url),
    /** Another token of the same account. */
    async signIn({ id }: { id: PersonId }): Promise<string> {
      const account = await store.accounts.find({ id })
      if (!account) throw new Error('There is no such account.')
      return tokens.sign(account, now())
    },
    /** Somebody of the role that is given. */
    createAccount: (given: Partial<NewAccount>): Promise<Member> => createAccount(given),
    createClub,
    createAdmin: (given: Partial<NewAccount> = {}): Promise<Member> =>
      createAccount({ access: 'bosslevel', ...given }),

    async close() {
      await closeDeps(deps, () => app.stop(true))
      if (!given) await store.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
