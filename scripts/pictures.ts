/**
 * `bun scripts/pictures.ts` starts a server with demo data, takes the two pictures of the README (the board, and an item of it on a phone) and
 * writes them to docs/pictures. It needs a built client (`bun run build`) and Chromium.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { findBrowser } from './servers.ts'

const ROOT = join(import.meta.dir, '..')
const FOLDER = join(ROOT, 'docs/pictures')
/** Larger pictures make the README slow to open. */
const MAX_BYTES = 120_000
const DESKTOP = { width: 1280, height: 800 }
const PHONE = { width: 390, height: 800 }
const ADMIN = { email: 'admin@portal.example', password: 'a-long-enough-passphrase' }

/** Starts the server on a fresh store with demo data. Resolves once it prints its address. */
async function startServer(dataDir: string) {
  const child = Bun.spawn([process.execPath, 'src/index.ts'], {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      DATA_DIR: dataDir,
      PORT: '0',
      HOST: '127.0.0.1',
      DEMO: 'on',
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      LOG_LEVEL: 'warn',
    },
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const decoder = new TextDecoder()
  let printed = ''
  for await (const chunk of child.stdout) {
    printed += decoder.decode(chunk, { stream: true })
    const [url] = /http:\/\/localhost:\d+/.exec(printed) ?? []
    if (url) return { child, url }
  }
  throw new Error(`The server did not start:\n${printed}`)
}

async function write(name: string, page: Page): Promise<void> {
  const picture = await sharp(await page.screenshot())
    .webp({ quality: 80, effort: 6 })
    .toBuffer()
  if (picture.length > MAX_BYTES) throw new Error(`${name} has ${picture.length} bytes.`)
  await Bun.write(join(FOLDER, `${name}.webp`), picture)
  console.log(`docs/pictures/${name}.webp: ${picture.length} bytes`)
}

const executablePath = findBrowser()
if (executablePath === null)
  throw new Error('No Chromium was found. Run `bun run setup`, or set CHROMIUM_PATH.')
const dataDir = mkdtempSync(join(tmpdir(), 'pictures-'))
const { child, url } = await startServer(dataDir)
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
try {
  const page = await browser.newPage({ viewport: DESKTOP, reducedMotion: 'reduce' })
  await page.goto(`${url}/inventory`)
  await page.getByLabel('Email').fill(ADMIN.email)
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(`${url}/inventoryadp`)
  await page.goto(`${url}/board`)
  await page.getByRole('gridcell').first().waitFor()
  await write('board', page)

  await page.setViewportSize(PHONE)
  await page.goto(`${url}/board`, { waitUntil: 'networkidle' })
  await page.getByRole('link', { name: /^Brush Round 4/ }).click()
  await page.waitForURL(/item=/)
  await write('phone', page)
} finally {
  await browser.close()
  child.kill()
  await child.exited
  rmSync(dataDir, { recursive: true, force: true })
}
