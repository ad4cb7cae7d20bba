/**
 * `bun scripts/pictures.ts` starts a server with demo data, takes the three pictures of the README (the board, an item of it on a phone, the
 * screen in the store room) and writes them to docs/pictures. It needs a built client (`bun run build`) and Chromium.
 */
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { startServerProcess } from '#tests/support/server-process.ts'
import { findBrowser } from './servers.ts'

const ROOT = join(import.meta.dir, '..')
const FOLDER = join(ROOT, 'docs/pictures')
/** Larger pictures make the README slow to open. */
const MAX_BYTES = 120_000
const DESKTOP = { width: 1280, height: 800 }
const PHONE = { width: 390, height: 800 }
const SCREEN = { width: 1280, height: 720 }
const ADMIN = { email: 'admin@portal.example', password: 'a-long-enough-passphrase' }

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
const { url, stop } = await startServerProcess(undefined, {
  env: { DEMO: 'on', ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password },
})
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

  await page.setViewportSize(DESKTOP)
  await page.goto(`${url}/handout?view=clubs`)
  await page.getByRole('button', { name: 'Screen in the store room' }).click()
  await page.getByRole('button', { name: 'Make an address' }).click()
  const address = new URL(await page.getByRole('dialog').locator('code').innerText())
  const screen = await browser.newPage({ viewport: SCREEN, reducedMotion: 'reduce' })
  await screen.goto(url + address.pathname + address.hash)
  await screen.getByRole('listitem').first().waitFor()
  await write('screen', screen)
} finally {
  await browser.close()
  await stop()
}
