import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { type BrowserContext, expect, test as base, type Page } from '@playwright/test'
import { hashPassword } from '#src/identity/passwords.ts'
import { createTokens } from '#src/identity/tokens.ts'
import { createLogger } from '#src/monitoring/log.ts'
import type { NewAccount } from '#src/store/port.ts'
import { openSqliteStore } from '#src/store/sqlite.ts'
import { PROGRAM } from '#tests/support/program.ts'
import { isLarge } from '#tests/support/random.ts'
import { startSmtp } from '#tests/support/smtp.ts'

const root = resolve(import.meta.dirname, '../..')

export type Person = {
  id: string
  email: string
  password: string
  clubName: string
  cordName: string
  access: string
  token: string
}

type Smtp = Awaited<ReturnType<typeof startSmtp>>
type Reply = { status: number; body: unknown }

/** A portal of one's own: a server process on a fresh store, real mail server beside it. */
export type Portal = {
  url: string
  smtp: Smtp
  admin: Person
  call(method: string, path: string, options?: { token?: string; body?: unknown }): Promise<Reply>
  /** Runs a tool of the command line, and answers what it prints. */
  tool(...words: string[]): Promise<string>
  addClub(clubName: string, email?: string): Promise<Person>
  addItems(items: Record<string, number>): Promise<Record<string, string>>
  placeOrder(club: Person, rows: object[]): Promise<{ _id: string; itemName: string }[]>
  /** Kills the server (or asks it to stop) and starts it again on the same port and store. */
  stop(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>
  start(): Promise<void>
}

const PASSWORD = 'a-long-enough-passphrase'
const SECRET = 'a secret that the servers of the browser tests share'
const log = createLogger('silent')
const tokens = createTokens({ current: SECRET, previous: null })
/** Every account has the same password, so one hash does for all. */
let hash: Promise<string> | undefined

/** A store with an administrator, written beside the server, so that no test waits for a form, a hash or a tool. */
async function openStore(dataDir: string) {
  const store = openSqliteStore({ path: join(dataDir, 'portal.sqlite'), lock: false, log })
  return {
    async add(account: Omit<NewAccount, 'passwordHash'>): Promise<Person> {
      const passwordHash = await (hash ??= hashPassword(PASSWORD))
      const added = await store.accounts.create({ ...account, passwordHash })
      if (!added) throw new Error(`${account.email} is taken.`)
      const { id, email, clubName, cordName, access } = added
      const token = await tokens.sign(added, Date.now())
      return { id, email, clubName, cordName, access, token, password: PASSWORD }
    },
    close: () => store.close(),
  }
}

export async function startPortal(): Promise<Portal & { close(): Promise<void> }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-e2e-'))
  const smtp = await startSmtp()
  let port = 0
  let server: ReturnType<typeof Bun.spawn> | null = null
  const env = () => ({
    PATH: process.env.PATH ?? '',
    HOME: process.env.HOME ?? '',
    DATA_DIR: dataDir,
    PORT: String(port),
    HOST: '127.0.0.1',
    DEMO: 'off',
    JWT_SECRET: SECRET,
    SMTP_URL: smtp.url,
    MAIL_FROM: 'portal@portal.example',
    LOG_LEVEL: 'warn',
  })

  async function start() {
    const child = Bun.spawn([...PROGRAM], {
      cwd: root,
      env: env(),
      stdout: 'pipe',
      stderr: 'inherit',
    })
    server = child
    const decoder = new TextDecoder()
    let printed = ''
    for await (const chunk of child.stdout) {
      printed += decoder.decode(chunk, { stream: true })
      const address = /http:\/\/localhost:(\d+)/.exec(printed)
      if (!address) continue
      port = Number(address[1])
      return
    }
    throw new Error(`The server did not start:\n${printed}`)
  }
  async function stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM') {
    server?.kill(signal)
    await server?.exited
    server = null
  }
  const url = () => `http://localhost:${port}`

  const call: Portal['call'] = async (method, path, { token, body } = {}) => {
    const response = await fetch(url() + path, {
      method,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, body: text ? JSON.parse(text) : null }
  }

  /** Runs a tool of the command line beside the server, and answers what it prints. */
  async function tool(...words: string[]): Promise<string> {
    const child = Bun.spawn([...PROGRAM, ...words], {
      cwd: root,
      env: env(),
      stdout: 'pipe',
      stderr: 'inherit',
    })
    const printed = await new Response(child.stdout).text()
    expect(await child.exited).toBe(0)
    return printed
  }

  const store = await openStore(dataDir)
  const admin = await store.add({
    email: 'admin@portal.example',
    clubName: 'Department',
    cordName: 'Administrator',
    mobile: '',
    access: 'bosslevel',
  })
  await start()
  return {
    get url() {
      return url()
    },
    smtp,
    admin,
    call,
    tool,
    start,
    stop,
    addClub: (clubName, given) =>
      store.add({
        email:
          given ??
          `${clubName
            .toLowerCase()
            .replaceAll(/[^a-z]+/g, '-')
            .slice(0, 40)}@clubs.example`,
        clubName,
        cordName: 'Test Coordinator',
        mobile: '+91 00000 00001',
        access: 'user',
      }),
    async addItems(items) {
      const ids: Record<string, string> = {}
      for (const [itemName, itemQuantity] of Object.entries(items)) {
        const { body } = await call('POST', '/inventorys/inventory', {
          token: admin.token,
          body: { itemName, itemQuantity, itemStatus: 'enabled' },
        })
        ids[itemName] = (body as { _id: string })._id
      }
      return ids
    },
    async placeOrder(club, rows) {
      const { status, body } = await call('POST', '/cart/add-items', {
        token: club.token,
        body: { userId: club.id, items: rows },
      })
      expect(status).toBe(200)
      return (body as { items: { _id: string; itemName: string }[] }).items
    },
    async close() {
      await stop('SIGKILL')
      await store.close()
      await smtp.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

const POLICY =
  /security policy|permissions[- ]policy|Trusted(HTML|Script)|Trusted Type|ERR_BLOCKED/i

/** A test fails when the browser had to enforce a policy in any of its pages: ours need nothing that theirs forbid. */
export const watched = base.extend<{ policyReports: string[] }>({
  policyReports: [
    async ({ browser }, use) => {
      const reports: string[] = []
      const watch = (context: BrowserContext) =>
        context.on('console', (message) => {
          if (POLICY.test(message.text()))
            reports.push(`${message.page()?.url()}: ${message.text()}`)
        })
      for (const context of browser.contexts()) watch(context)
      browser.on('context', watch)
      await use(reports)
      browser.off('context', watch)
      expect(reports).toEqual([])
    },
    { auto: true },
  ],
})

export const test = watched.extend<{ portal: Portal; baseURL: string }>({
  portal: async ({}, use) => {
    const portal = await startPortal()
    await use(portal)
    await portal.close()
  },
  baseURL: async ({ portal }, use) => use(portal.url),
})

/**
 * Opens a page as somebody who has signed in: with the token in the browser's storage. Without `path` it is the page that the sign-in
 * leads to. `signInByForm` is for tests of the sign-in itself.
 */
export async function signIn(page: Page, portal: Portal, person: Person, path?: string) {
  const { id, clubName, cordName, access, token } = person
  const kept = { token, user: JSON.stringify({ id, clubName, cordName, access }) }
  // Runs before the scripts of each document of the page, but writes in the first only: the page may sign out later.
  await page.addInitScript(
    ({ once, entries }) => {
      if (sessionStorage.getItem(once)) return
      sessionStorage.setItem(once, 'done')
      for (const [key, value] of entries) localStorage.setItem(key, value)
    },
    { once: `signed in ${crypto.randomUUID()}`, entries: Object.entries(kept) },
  )
  await page.goto(portal.url + (path ?? (access === 'user' ? '/inventoryuser' : '/inventoryadp')))
}

export async function signInByForm(page: Page, portal: Portal, person: Person) {
  await page.goto(`${portal.url}/inventory`)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(/\/inventory(user|adp)$/)
}

/** Nothing sticks out sideways at any width, and no rule of accessibility is broken. */
export async function expectSoundAt(page: Page, widths: readonly number[], height = 800) {
  for (const [index, width] of widths.entries()) {
    await page.setViewportSize({ width, height })
    await expectAccessible(page, index === 0)
    await expectNoSidewaysScroll(page)
  }
}

/**
 * No rule of WCAG 2.2 AA that a machine can check is broken on the page as it stands. A test that looks at one screen at several widths
 * passes false for all but one: they are checked before a release only.
 */
export async function expectAccessible(page: Page, isOnEachChange = true) {
  if (!isOnEachChange && !isLarge) return
  const { violations } = await new AxeBuilder({ page })
    // elements without a fault are not listed, which takes as long as looking at them
    .options({ resultTypes: ['violations'] })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    // no page has a frame of another origin, which alone needs a second page for the results
    .setLegacyMode(true)
    .analyze()
  expect(
    violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`,
    ),
  ).toEqual([])
  // the portal brings icons of its own
  await expect(page.locator('svg path:not([d])'), 'every icon is drawn').toHaveCount(0)
}

/** Nothing sticks out sideways: the page can be read at 320 px without scrolling in two directions. */
export async function expectNoSidewaysScroll(page: Page) {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow).toBeLessThanOrEqual(0)
}

export { expect } from '@playwright/test'
