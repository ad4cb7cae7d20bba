import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { type BrowserContext, expect, test as base, type Page } from '@playwright/test'
import { hashPassword } from '#src/identity/passwords.ts'
import { createTokens } from '#src/identity/tokens.ts'
import { createLogger } from '#src/monitoring/log.ts'
import type { Board } from '#src/contract/board.ts'
import type { NewAccount } from '#src/store/port.ts'
import { openSqliteStore } from '#src/store/sqlite.ts'
import { ask } from '#tests/support/ask.ts'
import { runTool, startServer } from '#tests/support/program.ts'
import { isLarge } from '#tests/support/random.ts'
import { startSmtp } from '#tests/support/smtp.ts'
import { letGuestsIn } from './guests.ts'

/** An account, with its password and a token. */
export type Person = Awaited<ReturnType<Awaited<ReturnType<typeof openStore>>['add']>>

/** A portal of one's own: a server process on a fresh store, real mail server beside it. */
export type Portal = Awaited<ReturnType<typeof startPortal>>

export const ADMIN_SCREENS = [
  '/inventoryadp',
  '/stocksheet',
  '/items',
  '/customitems',
  '/orders',
  '/orderwiseitem',
  '/board',
  '/handout',
  '/editions',
  '/editions/end',
  '/people',
  '/history',
  '/mails',
]

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
    async add(account: Omit<NewAccount, 'passwordHash'>) {
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

export async function startPortal() {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-e2e-'))
  const smtp = await startSmtp()
  let port = 0
  let server: Bun.Subprocess | null = null
  const settings = {
    DATA_DIR: dataDir,
    DEMO: 'off',
    JWT_SECRET: SECRET,
    SMTP_URL: smtp.url,
    MAIL_FROM: 'portal@portal.example',
    LOG_LEVEL: 'warn',
  }

  /** Starts the server, again on the same port and store. */
  async function start() {
    const started = await startServer({ ...settings, PORT: String(port) }, { stderr: 'inherit' })
    server = started.child
    port = Number(new URL(started.url).port)
  }
  async function kill() {
    server?.kill('SIGKILL')
    await server?.exited
    server = null
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
  const url = `http://localhost:${port}`
  const call = (method: string, path: string, asked: { token?: string; body?: unknown } = {}) =>
    ask<unknown>(url, method, path, asked)
  /** A call of the administrator, which must succeed. Answers the body. */
  async function asAdmin<T = unknown>(method: string, path: string, body?: unknown): Promise<T> {
    const answer = await call(method, path, { token: admin.token, body })
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
    return answer.body as T
  }
  return {
    url,
    smtp,
    admin,
    call,
    asAdmin,
    start,
    kill,
    /** Runs a tool of the command line beside the server, and answers what it prints. */
    async tool(...words: string[]): Promise<string> {
      const { code, out } = await runTool(words, settings)
      expect(code).toBe(0)
      return out
    },
    addClub: (
      clubName: string,
      email = `${clubName
        .toLowerCase()
        .replaceAll(/[^a-z]+/g, '-')
        .slice(0, 40)}@clubs.example`,
    ): Promise<Person> =>
      store.add({
        email,
        clubName,
        cordName: 'Test Coordinator',
        mobile: '+91 00000 00001',
        access: 'user',
      }),
    async addItems(items: Record<string, number>) {
      const ids: Record<string, string> = {}
      for (const [itemName, itemQuantity] of Object.entries(items)) {
        const body = { itemName, itemQuantity, itemStatus: 'enabled' }
        ids[itemName] = (await asAdmin<{ _id: string }>('POST', '/inventorys/inventory', body))._id
      }
      return ids
    },
    /** Answers the id of each line, by the name of its item. */
    async placeOrder(club: Person, rows: object[]): Promise<Record<string, string>> {
      const { status, body } = await call('POST', '/cart/add-items', {
        token: club.token,
        body: { userId: club.id, items: rows },
      })
      expect(status).toBe(200)
      const { items } = body as { items: { _id: string; itemName: string }[] }
      return Object.fromEntries(items.map(({ _id, itemName }) => [itemName, _id]))
    },
    /** The administrator changes lines of orders. */
    decide: (...items: object[]) =>
      asAdmin<{ batch: string }>('PUT', '/cart/update-multiple-cart-items', { items }),
    switchOrdering: (isConfirmDisabled: boolean) =>
      asAdmin('PUT', '/cart/confirm-disabled', { isConfirmDisabled }),
    holdDecisions: (held: boolean) => asAdmin('PUT', '/cart/decisions-held', { held }),
    /** The administrator deletes the cart of the only club that has one, or one of its lines. */
    async deleteOrder({ line, reason = '' }: { line?: string | undefined; reason?: string } = {}) {
      const [cart] = await asAdmin<{ cart_id: string }[]>('GET', '/cart/get-club-list')
      const what = line ? `remove-item/${cart?.cart_id}/${line}` : `remove-cart/${cart?.cart_id}`
      await asAdmin('DELETE', `/cart/${what}${reason && `?reason=${encodeURIComponent(reason)}`}`)
    },
    readBoard: () => asAdmin<Board>('GET', '/cart/board'),
    async close() {
      await kill()
      await store.close()
      await smtp.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

const POLICY =
  /security policy|permissions[- ]policy|Trusted(HTML|Script)|Trusted Type|ERR_BLOCKED/i

/**
 * A test fails when the browser had to enforce a policy in any of its pages: ours need nothing that theirs forbid. With `guests` every page
 * is changed as by a translator and an extension, and fails when it throws.
 */
export const watched = base.extend<{ guests: boolean; policyReports: string[] }>({
  guests: [false, { option: true }],
  policyReports: [
    async ({ browser, guests }, use) => {
      const reports: string[] = []
      const watch = (context: BrowserContext) => {
        context.on('console', (message) => {
          if (POLICY.test(message.text()))
            reports.push(`${message.page()?.url()}: ${message.text()}`)
        })
        if (!guests) return
        void context.addInitScript(letGuestsIn)
        context.on('weberror', (thrown) => reports.push(String(thrown.error())))
      }
      for (const context of browser.contexts()) watch(context)
      browser.on('context', watch)
      await use(reports)
      browser.off('context', watch)
      expect(reports).toEqual([])
    },
    { auto: true },
  ],
})

export const test = watched.extend<{
  portal: Portal
  baseURL: string
  openPage: () => Promise<Page>
}>({
  portal: async ({}, use) => {
    const portal = await startPortal()
    await use(portal)
    await portal.close()
  },
  baseURL: async ({ portal }, use) => use(portal.url),
  /** Opens a page of another browser, which signs in by itself. It is closed after the test. */
  openPage: async ({ browser }, use) => {
    const pages: Page[] = []
    await use(async () => {
      const page = await browser.newPage()
      pages.push(page)
      return page
    })
    for (const page of pages) await page.close()
  },
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

export async function signInByForm(
  page: Page,
  { email, password }: Pick<Person, 'email' | 'password'>,
) {
  await page.goto('/inventory')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(/\/inventory(user|adp)$/)
}

/** Nothing sticks out sideways at any width, and no rule of accessibility is broken. */
export async function expectSoundAt(
  page: Page,
  widths: readonly number[],
  height = 800,
  within?: string,
) {
  for (const [index, width] of widths.entries()) {
    await page.setViewportSize({ width, height })
    await expectAccessible(page, index === 0, within)
    await expectNoSidewaysScroll(page)
  }
}

/**
 * No rule of WCAG 2.2 AA that a machine can check is broken on the page as it stands, or in the part `within` of a long page whose rest
 * has been looked at. A test that looks at one screen at several widths passes false for all but one: they are checked before a release
 * only.
 */
export async function expectAccessible(page: Page, isOnEachChange = true, within = 'html') {
  if (!isOnEachChange && !isLarge) return
  // What fades has too little contrast for a moment.
  await page.evaluate(() => {
    const still = new CSSStyleSheet()
    still.replaceSync('* { transition: none !important }')
    document.adoptedStyleSheets.push(still)
  })
  const { violations } = await new AxeBuilder({ page })
    .include(within)
    // elements without a fault are not listed, which takes as long as looking at them
    .options({ resultTypes: ['violations'] })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    // no page has a frame of another origin, which alone needs a second page for the results
    .setLegacyMode(true)
    .analyze()
  await page.evaluate(() => void document.adoptedStyleSheets.pop())
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
