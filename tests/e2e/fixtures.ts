import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { type BrowserContext, expect, test as base, type Page } from '@playwright/test'
import { PROGRAM } from '#tests/support/program.ts'
import { startSmtp } from '#tests/support/smtp.ts'

const root = resolve(import.meta.dirname, '../..')

export type Person = {
  id: string
  email: string
  password: string
  clubName: string
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
    SMTP_URL: smtp.url,
    MAIL_FROM: 'portal@portal.example',
    ADMIN_EMAIL: 'admin@portal.example',
    ADMIN_PASSWORD: PASSWORD,
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
  async function signIn(email: string): Promise<Person> {
    const { status, body } = await call('POST', '/users/login', {
      body: { email, password: PASSWORD },
    })
    expect(status).toBe(200)
    const { token, user } = body as { token: string; user: { id: string; clubName: string } }
    return { id: user.id, clubName: user.clubName, email, password: PASSWORD, token }
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

  await start()
  const admin = await signIn('admin@portal.example')
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
    async addClub(clubName, given) {
      const email =
        given ??
        `${clubName
          .toLowerCase()
          .replaceAll(/[^a-z]+/g, '-')
          .slice(0, 40)}@clubs.example`
      const words = ['--email', email, '--password', PASSWORD, '--role', 'user', '--club', clubName]
      await tool('admin', ...words, '--name', 'Test Coordinator', '--mobile', '+91 00000 00001')
      return signIn(email)
    },
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

/** Signs in as a person does, through the form. */
export async function signIn(page: Page, portal: Portal, person: Person) {
  await page.goto(`${portal.url}/inventory`)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(/\/inventory(user|adp)$/)
}

/** No rule of WCAG 2.2 AA that a machine can check is broken on the page as it stands. */
export async function expectAccessible(page: Page) {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
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
