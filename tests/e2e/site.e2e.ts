import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectSoundAt, signIn } from './fixtures.ts'
import { test } from './support-site.ts'

const WIDTHS = [320, 768, 1_280]

const nav = (page: Page) => page.getByRole('banner').getByRole('navigation', { name: 'Main' })
const entry = (page: Page, name: string) => nav(page).getByRole('link', { name, exact: true })
const topOf = (page: Page, id: string) =>
  page.evaluate((name) => document.getElementById(name)?.getBoundingClientRect().top, id)
const scrollTop = (page: Page) => page.evaluate(() => Math.round(scrollY))

test.describe('the splash', () => {
  test.use({ splash: true })
  const splash = (page: Page) => page.locator('.splash')

  test('covers the first page of a visit for 1.5 s, and no later one', async ({ page }) => {
    await page.goto('/', { waitUntil: 'load' })
    const times = await splash(page).evaluate((element) =>
      element.getAnimations().map((animation) => animation.effect?.getComputedTiming().endTime),
    )
    expect(times).toEqual([1_500])
    await expect(splash(page)).toBeHidden()
    await page.goto('/slideshow?description=OASIS')
    await expect(splash(page)).toBeHidden()
    await page.goto('/inventory')
    await expect(splash(page)).toBeHidden()
  })

  test('is ended by a key and by a press', async ({ page }) => {
    // held where it would begin to leave, however slow the machine is
    await page.addInitScript(() => {
      sessionStorage.clear()
      document.addEventListener('animationstart', ({ target, animationName }) => {
        if (!(target instanceof Element) || !/rise/.test(animationName)) return
        for (const animation of target.getAnimations()) {
          animation.pause()
          animation.currentTime = 1_200
        }
      })
    })
    for (const act of [() => page.keyboard.press('Shift'), () => page.mouse.click(300, 300)]) {
      await page.goto('/', { waitUntil: 'load' })
      await expect(splash(page)).toBeVisible()
      await act()
      await expect(splash(page)).toBeHidden()
    }
  })

  test("covers the bar at the foot of a club's phone", async ({ page, site }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await page.setViewportSize({ width: 390, height: 844 })
    await signIn(page, site, await site.addClub('Drama Club'))
    await page.evaluate(() => sessionStorage.removeItem('splash'))
    await page.addInitScript(() =>
      document.addEventListener('animationstart', ({ target }) => {
        if (target instanceof Element && target.matches('.splash'))
          for (const animation of target.getAnimations()) animation.pause()
      }),
    )
    await page.reload()
    await expect(page.getByRole('button', { name: 'View Cart' }).first()).toBeVisible()
    // It lets presses through, which would hide it from the question what lies on top.
    const top = await page.evaluate(() => {
      const splash = document.querySelector<HTMLElement>('.splash')
      splash?.style.setProperty('pointer-events', 'auto')
      return [10, 400, innerHeight - 20].map(
        (y) => document.elementFromPoint(195, y)?.closest('.splash') === splash,
      )
    })
    expect(top).toEqual([true, true, true])
  })

  test('is not shown with reduced motion', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    for (const path of ['/', '/inventory']) {
      await page.goto(path, { waitUntil: 'commit' })
      await expect(splash(page)).toHaveCSS('display', 'none')
    }
  })
})

test.describe('beside a translator and an extension', () => {
  test.use({ guests: true, viewport: { width: 390, height: 844 } })

  test('every kind of page works', async ({ page }) => {
    await page.goto('/')
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('dialog', { name: 'Menu' }).getByText('StuCCAn').click()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await page.goto('/slideshow?description=APOGEE')
    await page.getByRole('link', { name: /^APOGEE 2004/ }).click()
    const count = page.getByRole('region', { name: /relive the memories/i }).getByRole('status')
    await expect(count).toHaveText('1 of 8')
    await page.keyboard.press('ArrowLeft')
    await expect(count).toHaveText('8 of 8')
    await page.getByRole('button', { name: 'Open picture 1 of' }).click()
    await page.keyboard.press('ArrowLeft')
    await expect(page.getByRole('dialog')).toHaveAccessibleName(/^Picture 8 of 8/)
    await page.keyboard.press('Escape')
    await page
      .getByRole('link', { name: /through the years/i })
      .first()
      .click()
    await expect(page).toHaveURL(/slideshow/)
  })
})

test.describe('navigation', () => {
  test('scrolls to a section within a second, and marks it', async ({ page }) => {
    await page.clock.install()
    await page.goto('/')
    await expect(entry(page, 'Home')).toHaveAttribute('aria-current', 'true')
    await page.clock.pauseAt(Date.now() + 60_000)
    await entry(page, 'Our Projects').click()
    await page.clock.runFor(500)
    expect(Math.abs(((await topOf(page, 'OurProjects')) ?? 0) - 70)).toBeGreaterThan(100)
    expect(await scrollTop(page)).toBeGreaterThan(100)
    await page.clock.runFor(600)
    expect(await topOf(page, 'OurProjects')).toBeCloseTo(70, -0.3)
    await page.clock.resume()
    await expect(entry(page, 'Our Projects')).toHaveAttribute('aria-current', 'true')
    await expect(entry(page, 'Home')).not.toHaveAttribute('aria-current')
    await expect(page).toHaveURL(/\/#OurProjects$/)
    await expect(page.getByRole('heading', { name: 'Our Projects' })).toBeFocused()
  })

  test('leads to a section from other pages and the portal', async ({ page }) => {
    await page.goto('/treedesign?param=costaan')
    await expect(entry(page, 'Home')).not.toHaveAttribute('aria-current')
    await entry(page, 'Our Team').click()
    await expect(page).toHaveURL(/\/$/)
    await expect.poll(() => topOf(page, 'OurTeam').then((top) => Math.round(top ?? 0))).toBe(70)
    await expect(page.getByRole('heading', { name: 'Our Team' })).toBeFocused()
    expect(await page.evaluate(() => history.state)).toBeNull()
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/CoStAAn/)

    await page.goto('/inventory')
    await expect(entry(page, 'Inventory')).toHaveAttribute('aria-current', 'page')
    await entry(page, 'About Us').click()
    await expect(page).toHaveURL(/\/#AboutUs$/)
    await expect.poll(() => topOf(page, 'AboutUs').then((top) => Math.round(top ?? 0))).toBe(70)
    await expect(entry(page, 'About Us')).toHaveAttribute('aria-current', 'true')
  })

  test('leads to the inventory, Apply and Our Legacy', async ({ page }) => {
    await page.goto('/')
    await expect(entry(page, 'Inventory')).toHaveAttribute('href', '/inventory')
    for (const link of await page.getByRole('link', { name: /^Apply/ }).all()) {
      await expect(link).toHaveAttribute('target', '_blank')
      await expect(link).toHaveAttribute('href', /^https:/)
    }
    await expect(entry(page, 'Home')).toBeVisible()
    const order = await nav(page).getByRole('listitem').allInnerTexts()
    expect(order.map((text) => text.split('\n')[0])).toEqual([
      'Home',
      'About Us',
      'Our Projects',
      'Our Team',
      'Inventory',
      'Apply',
      'Our Legacy',
    ])

    const legacy = page.getByRole('button', { name: 'Our Legacy' })
    await legacy.focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await expect(entry(page, 'StuCCAn')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(entry(page, 'StuCCAn')).toBeHidden()
    await expect(legacy).toBeFocused()
    await page.keyboard.press('Space')
    await expect(entry(page, 'StuCCAn')).toBeVisible()
    await page.keyboard.press('Shift+Tab')
    await expect(entry(page, 'StuCCAn')).toBeHidden()
    await legacy.click()
    await page.getByRole('heading', { level: 1 }).click()
    await expect(entry(page, 'StuCCAn')).toBeHidden()
    await legacy.click()
    await entry(page, 'CoStAAn').click()
    await expect(page).toHaveURL(/\/treedesign\?param=costaan$/)
    await expect(entry(page, 'StuCCAn')).toBeHidden()
  })

  test('is a menu on a small screen, which closes when an entry is chosen', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 700 })
    await page.goto('/')
    await expect(entry(page, 'Our Team')).toBeHidden()
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    const menu = page.getByRole('dialog', { name: 'Menu' })
    await expectAccessible(page, true, 'dialog')
    await menu.getByRole('button', { name: 'Close menu' }).click()
    await expect(menu).toBeHidden()
    await expect(page.getByRole('button', { name: 'Menu', exact: true })).toBeFocused()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await expect(menu).toBeHidden()
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    await menu.getByRole('link', { name: 'Our Team' }).click()
    await expect(menu).toBeHidden()
    await expect.poll(() => topOf(page, 'OurTeam').then((top) => Math.round(top ?? 0))).toBe(70)
  })
})

test.describe('the home page', () => {
  test('its picture and its verticals open in dialogs', async ({ page }) => {
    await page.goto('/')
    const sound = () => expectSoundAt(page, WIDTHS, 720, 'dialog')
    const picture = page.getByRole('button', { name: /^Open the picture/ })
    await picture.click()
    const large = page.getByRole('dialog', { name: /Two flats/ })
    await expect(large.getByRole('img', { name: /Two flats/ })).toBeVisible()
    await sound()
    await page.keyboard.press('Escape')
    await expect(large).toBeHidden()
    await expect(picture).toBeFocused()

    for (const name of ['Structure', 'Painting', 'Publicity', 'Media']) {
      const button = page.getByRole('button', { name: new RegExp(`^${name}`, 'i') })
      const dialog = page.getByRole('dialog', { name })
      await button.click()
      await expect(dialog).toBeVisible()
      await expect(dialog.getByRole('heading', { name: 'Members' })).toBeVisible()
      await expect(dialog.getByRole('listitem')).toHaveCount(2)
      await sound()
      const before = await scrollTop(page)
      await page.mouse.wheel(0, 600)
      await page.evaluate(() => new Promise(requestAnimationFrame))
      expect(await scrollTop(page)).toBe(before)
      // the slow exit takes 300 ms; looking at it while it lasts may come too late
      await expect(dialog).toHaveCSS('--exit', '.3s')
      await dialog.getByRole('button', { name: 'Close' }).click()
      await expect(dialog).toBeHidden()
      await expect(button).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(dialog).toBeVisible()
      await page.mouse.click(4, 4)
      await expect(dialog).toBeHidden()
    }
  })

  test('has its plates and cards, and a screen that folds', async ({ page }) => {
    await page.goto('/')
    const team = page.locator('#OurTeam')
    await expect(team.getByRole('listitem')).toHaveCount(10)
    await expect(team.getByRole('button')).toHaveCount(4)
    const boxes = await team
      .getByRole('listitem')
      .evaluateAll((plates) =>
        plates.map((plate) => Math.round(plate.getBoundingClientRect().width)),
      )
    expect(Math.min(...boxes.slice(0, 2))).toBeGreaterThan(Math.max(...boxes.slice(2)))
    const columns = await team
      .getByRole('listitem')
      .evaluateAll(
        (plates) =>
          new Set(plates.slice(2).map((plate) => Math.round(plate.getBoundingClientRect().left)))
            .size,
      )
    expect(columns).toBe(4)
    const cards = page.locator('#OurProjects').getByRole('article')
    await expect(cards).toHaveCount(2)
    for (const [index, festival] of ['OASIS', 'APOGEE'].entries()) {
      const card = cards.nth(index)
      await expect(card.getByRole('link').first()).toHaveAttribute(
        'href',
        `/slideshow?description=${festival}`,
      )
      for (const network of ['Instagram', 'LinkedIn', 'X'])
        await expect(card.getByRole('link', { name: network, exact: true })).toHaveAttribute(
          'target',
          '_blank',
        )
    }
    await expect(page.locator('#TheDevelopers').getByRole('listitem')).toHaveCount(6)
    const footer = page.getByRole('contentinfo')
    await expect(footer.locator('a[href^="mailto:"]')).toHaveCount(2)
    await expect(footer.getByRole('list').getByRole('link')).toHaveCount(3)
    await expect(page.locator('#Home').getByRole('list').getByRole('link')).toHaveCount(3)

    const walked = () =>
      page.evaluate(() => {
        const slat = document.querySelector('#Home [aria-hidden] span span')
        return slat ? new DOMMatrix(getComputedStyle(slat).transform).a : 0
      })
    await expect(page.getByText('Scroll to walk past it.')).toBeVisible()
    expect(await walked()).toBeCloseTo(0.56, 1)
    await page.evaluate(() => scrollTo(0, innerHeight))
    await expect.poll(walked).toBeLessThan(0.1)
  })

  test('with reduced motion the keyboard reaches all, and a section jumps', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto('/')
    await expect(page.getByText('A folded screen: Oasis from the left')).toBeVisible()
    await expect(page.getByText('Scroll to walk past it.')).toBeHidden()
    const total = await page.evaluate(
      () =>
        [...document.querySelectorAll<HTMLElement>('a[href], button')].filter((element) =>
          element.checkVisibility({ visibilityProperty: true }),
        ).length,
    )
    const seen = new Set<string>()
    for (let step = 0; step < total; step++) {
      await page.keyboard.press('Tab')
      const { id, covered } = await page.evaluate(() => {
        const element = document.activeElement as HTMLElement
        const { top, bottom, left } = element.getBoundingClientRect()
        const inNav = element.closest('header') || element.textContent === 'Skip to content'
        return {
          id: `${element.tagName} ${element.textContent} ${element.getAttribute('href')} ${Math.round(left)} ${Math.round(top + scrollY)}`,
          covered: !inNav && (bottom <= 64 || top >= innerHeight),
        }
      })
      expect(covered, id).toBe(false)
      seen.add(id)
    }
    expect(seen.size).toBe(total)

    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60_000)
    await entry(page, 'Our Team').click()
    await page.clock.runFor(32)
    expect(await topOf(page, 'OurTeam')).toBeCloseTo(70, -0.3)
  })
})

test.describe('walls and galleries', () => {
  test('a poster leads to its gallery, and Back to its place', async ({ page }) => {
    await page.goto('/#OurProjects')
    await page
      .getByRole('link', { name: /^Oasis/ })
      .first()
      .click()
    await expect(page).toHaveTitle(/^Oasis Through The Years – /)
    expect(await scrollTop(page)).toBe(0)
    const poster = page.getByRole('link', { name: 'Oasis 2012 | #41' })
    await poster.scrollIntoViewIfNeeded()
    // what the press itself brings into view belongs to the place
    const pressed = page.evaluate(
      () =>
        new Promise<number>((resolve) =>
          addEventListener('click', () => resolve(Math.round(scrollY)), {
            capture: true,
            once: true,
          }),
        ),
    )
    await poster.click()
    const before = await pressed
    await expect(page).toHaveURL(/\/endpoint\?description=OASIS%202012$/)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    expect(await scrollTop(page)).toBe(0)
    await expect(page).toHaveTitle(/^Oasis 2012 \| #41 – /)
    await page.getByRole('button', { name: 'Back' }).click()
    await expect(page).toHaveURL(/slideshow\?description=OASIS$/)
    await expect.poll(() => scrollTop(page)).toBe(before)
    await page.goForward()
    await expect(page).toHaveTitle(/^Oasis 2012/)
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: 'Oasis 2012' })).toBeVisible()
  })

  test('a wall has all editions, and a tape of their years', async ({ page }) => {
    const cards = page.locator('main li[id^=y]')
    for (const [festival, count, first] of [
      ['APOGEE', 26, 'APOGEE 2025'],
      ['OASIS', 25, 'Oasis 2024 | #52'],
    ] as const) {
      await page.goto(`/slideshow?description=${festival}`)
      await expect(cards).toHaveCount(count)
      await expect(cards.first()).toContainText(first)
      await expect(cards.first()).toContainText('Information Unavailable')
    }
    for (const [width, columns] of [
      [320, 1],
      [390, 1],
      [800, 2],
      [1_280, 3],
    ] as const) {
      await page.setViewportSize({ width, height: 720 })
      const lefts = await cards.evaluateAll((all) =>
        all.map((card) => Math.round(card.getBoundingClientRect().left)),
      )
      expect(new Set(lefts).size).toBe(columns)
    }
    const tape = page.getByRole('navigation', { name: 'Editions by year' })
    await tape.getByRole('link', { name: '2005' }).click()
    await expect(page.locator('#y2005')).toBeInViewport()
    await expect(tape.locator('[aria-current]')).toHaveText('2005')
    await page.mouse.move(600, 400)
    await page.mouse.wheel(0, 20_000)
    await expect(tape.locator('[aria-current]')).toHaveText('1998')
    await page.mouse.wheel(0, -20_000)
    await expect(tape.locator('[aria-current]')).toHaveText('2024')
    // on a phone the tape is longer than the window: its mark comes along
    await page.setViewportSize({ width: 320, height: 640 })
    await page.locator('#y2001').scrollIntoViewIfNeeded()
    const mark = tape.locator('[aria-current]')
    await expect(mark).toHaveText(/^(199|200)/)
    await expect(mark).toBeInViewport({ ratio: 1 })
  })

  test('an edition without photographs says so', async ({ request }) => {
    const read = async (label: string) => {
      const response = await request.get(`/endpoint?description=${label}`)
      return (await response.text()).replaceAll('<!-- -->', '')
    }
    for (const label of ['OASIS 2015', 'OASIS 2009', 'APOGEE 2021', 'APOGEE 2009']) {
      const html = await read(label)
      expect(html).toContain('No photographs of this edition are on record')
      expect(html.match(/<figure/g)).toHaveLength(1)
    }
    for (const year of [2002, 2003])
      expect(await read(`OASIS ${year}`)).toContain(
        `There are no photographs of ${year} on record.`,
      )
  })

  test('a gallery links to the galleries before and after, and to the wall', async ({ page }) => {
    await page.goto('/endpoint?description=OASIS%202022')
    const others = page.getByRole('navigation', { name: 'Other editions' })
    await others.getByRole('link', { name: 'Oasis 2019' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Oasis 2019' })).toBeFocused()
    await others.getByRole('link', { name: 'Oasis 2022' }).click()
    await others.getByRole('link', { name: 'Oasis 2023' }).click()
    await others.getByRole('link', { name: 'Oasis 2024' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Oasis 2024' })).toBeFocused()
    await expect(others.getByRole('link')).toHaveCount(2)
    await others.getByRole('link', { name: 'Oasis through the years' }).click()
    await expect(page).toHaveURL(/slideshow\?description=OASIS$/)
  })

  test('a picture opens large, and one steps to the others', async ({ page }) => {
    await page.goto('/endpoint?description=OASIS%202019')
    await expect(page.getByRole('figure').locator('img[loading=lazy]')).toHaveCount(8)
    const opener = page.getByRole('button', { name: 'Open picture 1 of 8' })
    await opener.click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toHaveAccessibleName(/^Picture 1 of 8/)
    await expectSoundAt(page, WIDTHS, 720, 'dialog')
    await page.keyboard.press('ArrowLeft')
    await expect(dialog).toHaveAccessibleName(/^Picture 8 of 8/)
    await dialog.getByRole('button', { name: 'Next picture' }).click()
    await expect(dialog).toHaveAccessibleName(/^Picture 1 of 8/)
    await dialog.getByRole('button', { name: 'Show picture 5' }).click()
    await expect(dialog).toHaveAccessibleName(/^Picture 5 of 8/)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(opener).toBeFocused()
  })

  test('RELIVE THE MEMORIES steps by buttons, side photos and arrow keys', async ({ page }) => {
    await page.goto('/endpoint?description=APOGEE%202004')
    const reel = page.getByRole('region', { name: /relive the memories/i })
    const count = reel.getByRole('status')
    await expect(count).toHaveText('1 of 8')
    await page.keyboard.press('ArrowLeft')
    await expect(count).toHaveText('8 of 8')
    await page.keyboard.press('ArrowRight')
    await expect(count).toHaveText('1 of 8')
    await reel.getByRole('button', { name: 'Show the previous photo' }).click()
    await reel.getByRole('button', { name: 'Show the next photo' }).click()
    await reel.getByRole('button', { name: 'Previous photo', exact: true }).click()
    await expect(count).toHaveText('8 of 8')
    await expect(
      reel.getByRole('img', { name: 'Stand-in drawing for the festivals of 2004, 8 of 8' }),
    ).toBeVisible()
    await reel.getByRole('button', { name: 'Next photo', exact: true }).click()
    await reel.getByRole('button', { name: 'Next photo', exact: true }).click()
    await expect(count).toHaveText('2 of 8')
    // the one in the middle opens large
    await reel.getByRole('button', { name: 'Open photo 2 of 8' }).click()
    await expect(page.getByRole('dialog')).toHaveAccessibleName(/^Picture 2 of 8/)
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('dialog')).toHaveAccessibleName(/^Picture 3 of 8/)
    await page.keyboard.press('Escape')
    await expect(count).toHaveText('2 of 8')
    const [aside, now] = await Promise.all([
      reel.getByRole('button', { name: 'Next photo', exact: true }).boundingBox(),
      reel.getByRole('figure').boundingBox(),
    ])
    expect(now?.width).toBeGreaterThan(2 * (aside?.width ?? 0))
    // another year starts anew, at the top
    await page.goto('/endpoint?description=APOGEE%202005')
    await expect(count).toHaveText('1 of 8')
    expect(await scrollTop(page)).toBe(0)
  })

  for (const [param, count, asking, gallery] of [
    ['stuccan', 13, 0, 'Oasis 2024'],
    ['costaan', 8, 1, 'APOGEE 2020'],
  ] as const)
    test(`the timeline ${param} has ${count} entries with profiles`, async ({ page }) => {
      await page.goto(`/treedesign?param=${param}`)
      const main = page.getByRole('main')
      const entries = main.getByRole('article')
      await expect(entries).toHaveCount(count)
      await expect(main.getByRole('listitem')).toHaveCount(count)
      const profiles = entries.getByRole('link', { name: /^(Profile|Tell us)/ })
      await expect(profiles).toHaveCount(count)
      for (const profile of await profiles.all())
        await expect(profile).toHaveAttribute('target', '_blank')
      await expect(main.getByRole('heading', { name: 'Do you know who?' })).toHaveCount(asking)
      await expect(main).toContainText(`Who was it before ${param === 'stuccan' ? 2013 : 2018}?`)
      // an edition without a poster on the wall has no gallery
      await expect(entries.filter({ hasText: 'No gallery' })).toHaveCount(
        param === 'stuccan' ? 3 : 0,
      )
      // the others lead to theirs
      const shown = entries.filter({
        has: page.getByRole('link', { name: `Gallery of ${gallery}` }),
      })
      await expect(shown).toHaveCount(param === 'stuccan' ? 1 : 2)
      // its picture is part of the link
      const picture = shown.first().locator('img')
      await picture.scrollIntoViewIfNeeded()
      const { x, y, width, height } = (await picture.boundingBox()) ?? {
        x: 0,
        y: 0,
        width: 0,
        height: 0,
      }
      await page.mouse.click(x + width / 2, y + height / 2)
      await expect(page.getByRole('heading', { level: 1, name: gallery })).toBeFocused()
      await page.goBack()
      if (param === 'costaan') {
        // 2021 is no entry: the tape shows only its number
        const mark = main.getByText(/2021/)
        await expect(mark).toHaveText('2021')
        await expect(mark).toBeVisible()
        await expect(mark.locator('xpath=ancestor::article')).toHaveCount(0)
        await expect(mark.locator('*')).toHaveCount(0)
      }
      const onward = page.getByRole('navigation', { name: 'From here' }).getByRole('link')
      await expect(onward).toHaveCount(2)
      await onward.last().click()
      await expect(page).toHaveURL(
        new RegExp(`param=${param === 'stuccan' ? 'costaan' : 'stuccan'}`),
      )
    })
})

test.describe('measurements', () => {
  const leave = (page: Page) =>
    page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden' })
      document.dispatchEvent(new Event('visibilitychange'))
    })

  test('a visit reports its speed once, and nothing about the visitor', async ({ page }) => {
    const reports: string[] = []
    await page.exposeFunction('keepReport', (text: string) => void reports.push(text))
    await page.addInitScript(() => {
      const send = navigator.sendBeacon.bind(navigator)
      navigator.sendBeacon = (url, body) => {
        if (body instanceof Blob)
          void body
            .text()
            .then((globalThis as unknown as { keepReport(text: string): void }).keepReport)
        return send(url, body)
      }
    })
    const measuring = page.waitForResponse(/\/assets\/vitals-/)
    await page.goto('/slideshow?description=OASIS')
    await measuring
    await page.mouse.click(5, 5)
    await expect
      .poll(async () => {
        await leave(page)
        return reports.length
      })
      .toBe(1)
    const { page: where, values, ...rest } = JSON.parse(reports[0] ?? '{}')
    expect(where).toBe('/slideshow')
    expect(rest).toEqual({})
    for (const [name, value] of Object.entries(values)) {
      expect(['LCP', 'FCP', 'TTFB', 'INP', 'CLS']).toContain(name)
      expect(typeof value).toBe('number')
    }
    expect(await page.context().cookies()).toEqual([])
  })

  test('a visit with Do Not Track is not measured', async ({ page }) => {
    await page.addInitScript(() =>
      Object.defineProperty(Navigator.prototype, 'doNotTrack', { get: () => '1' }),
    )
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.goto('/', { waitUntil: 'networkidle' })
    await leave(page)
    expect(asked.filter((path) => path.includes('vitals'))).toEqual([])
  })
})
