import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from './fixtures.ts'

test('every dialog is sound at 320 and 1280 px', async ({ portal, page }) => {
  const ids = await portal.addItems({ 'Gaffer Tape': 6 })
  const club = await portal.addClub('Drama Club')
  const { 'Gaffer Tape': line } = await portal.placeOrder(club, [
    { item_id: ids['Gaffer Tape'], ordered_quantity: 4 },
  ])
  await portal.decide({ _id: line, remarks: 'More on Saturday.' })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 320, height: 800 })

  /** Looks at the dialog that a press opens, and closes it with Escape. */
  async function look(opener: string | RegExp, title: string | RegExp, widths = [1_280, 320]) {
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 })
      await page.getByRole('button', { name: opener }).last().click()
      const dialog = page.getByRole('dialog', { name: title })
      await expect(dialog).toBeVisible()
      await expectAccessible(page, width === 320, 'dialog')
      await expectNoSidewaysScroll(page)
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
    }
  }

  await page.goto('/inventory')
  await look('Menu', /Menu|Navigation/, [320])
  await signIn(page, portal, club)
  await page.getByRole('button', { name: 'Your Orders' }).click()
  await look(/^Remarks/, 'Remarks')
  await page
    .getByRole('group', { name: 'Quantity of Gaffer Tape' })
    .getByRole('spinbutton')
    .fill('2')
  await page.getByRole('button', { name: 'Add to Cart' }).click()
  await page.getByRole('button', { name: 'View Cart' }).last().click()
  await look('Add Custom Item', 'Add Custom Item')
  await look('Clear Cart', 'Clear Cart')
  await look('Confirm Order', 'Confirm Order')

  await signIn(page, portal, portal.admin)
  await look('Edit Gaffer Tape', /Edit/)
  await page.goto('/orders')
  await look(/^Delete/, /Delete/)
  await page.getByRole('link', { name: /View Order/ }).click()
  await look('Delete Gaffer Tape', 'Confirm Delete')
})

test.describe('on a phone without buttons', () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true })

  test('nothing that is pressed or read lies under the bar to go home by, or the camera', async ({
    portal,
    page,
  }) => {
    const [home, camera] = [34, 47]
    const ids = await portal.addItems({ 'Gaffer Tape': 6 })
    const club = await portal.addClub('Drama Club')
    await portal.placeOrder(club, [{ item_id: ids['Gaffer Tape'], ordered_quantity: 4 }])
    const phone = await page.context().newCDPSession(page)
    const cover = (insets: object) => phone.send('Emulation.setSafeAreaInsetsOverride', { insets })
    await cover({ bottom: home })
    const expectAbove = async (name: RegExp | string) => {
      const box = await page.getByRole('button', { name }).last().boundingBox()
      expect((box?.y ?? 0) + (box?.height ?? 0), String(name)).toBeLessThanOrEqual(844 - home)
    }
    await signIn(page, portal, club)
    await page
      .getByRole('group', { name: 'Quantity of Gaffer Tape' })
      .getByRole('button', { name: 'One more' })
      .tap()
    await page.getByRole('button', { name: 'Add to Cart' }).tap()
    await expectAbove('View Cart')
    await page.getByRole('button', { name: 'View Cart' }).last().tap()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBe(0)
    await expectAbove('Confirm Order')

    await signIn(page, portal, portal.admin, '/board')
    await page.getByRole('link', { name: /^Gaffer Tape/ }).tap()
    await page.getByRole('button', { name: 'One more' }).last().tap()
    await expectAbove('Save Changes')
    await page.goto('/items')
    await page.getByRole('combobox', { name: /Status/ }).selectOption('Available')
    await expectAbove('Save Changes')
    await page.goto('/inventoryadp')
    await page.getByRole('button', { name: 'History of Gaffer Tape' }).tap()
    await expect(page.getByRole('dialog')).toBeVisible()
    const drawer = page.locator('dialog > :first-child')
    await expect
      .poll(() => drawer.evaluate((box) => Math.round(box.getBoundingClientRect().bottom)))
      .toBe(844)
    await expect(drawer).toHaveCSS('border-bottom-width', `${home}px`)
    await page.keyboard.press('Escape')

    await cover({ left: camera, right: camera })
    await page.setViewportSize({ width: 844, height: 390 })
    for (const address of ['/inventoryadp', '/']) {
      await page.goto(address)
      const heading = await page.getByRole('heading', { level: 1 }).boundingBox()
      expect(heading?.x).toBeGreaterThanOrEqual(camera)
      await expectNoSidewaysScroll(page)
    }
    await page.goto('/inventoryadp')
    await page.getByRole('button', { name: 'History of Gaffer Tape' }).tap()
    await expect
      .poll(() => drawer.evaluate((box) => Math.round(box.getBoundingClientRect().right)))
      .toBe(844)
    await expect(drawer).toHaveCSS('border-right-width', `${camera}px`)
  })
})
