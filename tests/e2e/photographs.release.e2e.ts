import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import sharp from 'sharp'
import { expect, expectNoSidewaysScroll, watched as test } from './fixtures.ts'
import { startServerProcess } from '#tests/support/server-process.ts'

const root = resolve(import.meta.dirname, '../..')

/** A copy of the project that a department changes as its README says: photographs, a film, an edition. */
function copyProject() {
  const folder = mkdtempSync(join(tmpdir(), 'photographs-'))
  const parts = 'client scripts src dist package.json bun.lock tsconfig.json bunfig.toml'.split(' ')
  const copied = Bun.spawnSync(['cp', '-r', ...parts, folder], { cwd: root })
  expect(copied.exitCode).toBe(0)
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const write = (path: string, content: string | Uint8Array) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  const edit = (path: string, from: string, to: string) => {
    const text = readFileSync(join(folder, path), 'utf8')
    expect(text).toContain(from)
    write(path, text.replace(from, to))
  }
  async function run(...command: string[]) {
    const child = Bun.spawn([process.execPath, ...command], {
      cwd: folder,
      stdout: 'pipe',
      stderr: 'pipe',
    })
    const said =
      (await new Response(child.stdout).text()) + (await new Response(child.stderr).text())
    return { exitCode: await child.exited, said }
  }
  return { folder, write, edit, run }
}

const photograph = (colour: string, width = 1_200, height = 800) =>
  sharp({ create: { width, height, channels: 3, background: colour } })
    .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '28/1 21/1 0/1' } })
    .jpeg()
    .toBuffer()

test('photographs, a film, an edition and every name each take one edit', async ({ page }) => {
  const { folder, write, edit, run } = copyProject()
  write('media/team/lead-oasis.jpg', await photograph('#a03020'))
  write('media/editions/oasis/2019/01-stage.jpg', await photograph('#206040'))
  write('media/editions/oasis/2019/02-gate.jpg', await photograph('#203080', 700, 900))
  write(
    'media/editions/oasis/2019/captions.json',
    '{ "01-stage": { "alt": "The main stage at night", "credit": "By a student" } }',
  )
  expect(await run('scripts/media/write.ts')).toMatchObject({ exitCode: 0 })
  edit(
    'client/content/department.ts',
    'aftermovieId: string | null = null',
    "aftermovieId: string | null = 'abc-DEF_123'",
  )
  edit(
    'client/content/editions.ts',
    "{ year: 2025, photos: 'studies' }",
    "{ year: 2026, theme: 'A Theme', photos: 'none' },\n  { year: 2025, photos: 'studies' }",
  )
  // all that the department knows, every theme and name: however much it is, it stops no build
  const unlike = (text: string) => Bun.hash(text).toString(36)
  const known = (path: string, from: RegExp, to: (match: string, name: string) => string) =>
    write(path, readFileSync(join(folder, path), 'utf8').replace(from, to))
  known('client/content/editions.ts', /\{ year: (\d+),(?! theme)(?=[^]*memories)/g, (match, year) =>
    match.replace(',', `, theme: 'Theme ${unlike(year)}',`),
  )
  known(
    'client/content/timelines.ts',
    /title: '(\w+ \d+)'/g,
    (_, title) => `title: 'Head ${unlike(title)} ${unlike(`${title} family`)}'`,
  )
  const built = await run('client/build.ts')
  expect(built.exitCode, built.said).toBe(0)
  const server = await startServerProcess(folder)
  try {
    await page.addInitScript(() => sessionStorage.setItem('splash', '1'))
    await page.goto(`${server.url}/endpoint?description=OASIS%202019`)
    const figures = page.getByRole('figure')
    await expect(figures).toHaveCount(2)
    await expect(figures.first()).toContainText('The main stage at night. By a student')
    await expect(figures.nth(1)).toContainText('Oasis 2019, photograph 2 of 2')
    await expect(page.getByText('Drawings stand in')).toBeHidden()
    const image = figures.first().locator('img')
    await image.scrollIntoViewIfNeeded()
    await expect
      .poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth))
      .toBeGreaterThan(0)
    const source = await image.evaluate((one: HTMLImageElement) => one.currentSrc)
    expect(source).toMatch(/\/assets\/media\/[0-9a-f]{12}-\d+\.avif$/)
    const sent = await page.request.get(source)
    expect(sent.headers()['content-type']).toBe('image/avif')
    expect(sent.headers()['cache-control']).toContain('immutable')
    expect((await sharp(await sent.body()).metadata()).exif).toBeUndefined()
    await page.getByRole('button', { name: 'Open picture 1 of 2' }).click()
    await expect(
      page.getByRole('dialog').getByRole('img', { name: 'The main stage at night' }),
    ).toBeVisible()

    // the new edition is at its address, on the wall and in the list for crawlers
    await page.goto(`${server.url}/slideshow?description=APOGEE`)
    await expect(page.locator('main li[id^=y]')).toHaveCount(27)
    await page.getByRole('link', { name: 'APOGEE 2026' }).click()
    await expect(page.getByText('Theme: A Theme')).toBeVisible()
    // nobody drew it: the plain drawing stands in
    const poster = page.locator('main img').first()
    await expect(poster).toHaveAttribute('src', /posters\/apogee-2026\.svg$/)
    await expect
      .poll(() => poster.evaluate((one: HTMLImageElement) => one.naturalWidth))
      .toBeGreaterThan(0)

    for (const width of [320, 1_280]) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto(server.url)
      await expectNoSidewaysScroll(page)
    }

    // the film is asked for by the press and not before
    const foreign: string[] = []
    await page.route('https://www.youtube-nocookie.com/**', (route) => {
      foreign.push(route.request().url())
      return route.fulfill({ contentType: 'text/html', body: '<title>film</title>' })
    })
    await page.goto(server.url)
    await expect(page.locator('#OurTeam img').first()).toHaveAttribute('src', /\/assets\/media\//)
    const play = page.getByRole('button', { name: 'Play the aftermovie' })
    await play.scrollIntoViewIfNeeded()
    expect(foreign).toEqual([])
    await play.click()
    await expect(page.locator('iframe[title=Aftermovie]')).toBeFocused()
    await expect
      .poll(() => foreign)
      .toEqual(['https://www.youtube-nocookie.com/embed/abc-DEF_123?autoplay=1'])

    // an error in the content ends the build with its place, and what was built stays
    edit('client/content/links.ts', "'https://apply.example/'", "'apply.example'")
    const failed = await run('client/build.ts')
    expect(failed.exitCode).toBe(1)
    expect(failed.said).toContain(
      'client/content/links.ts: applyForm must be an address that starts with https://.',
    )
    expect((await page.request.get(server.url)).status()).toBe(200)
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})
