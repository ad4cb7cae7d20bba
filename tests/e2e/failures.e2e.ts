/** What the screens show when a proxy or another server answers in place of the portal. */
import type { Locator, Page } from '@playwright/test'
import { expect, signIn, test } from './fixtures.ts'

/** Answers every call to `path` with this status and body, without a `code`. */
const answer = (page: Page, path: string, status: number, body: object) =>
  page.route(`**${path}`, (route) =>
    route.request().method() === 'GET' ? route.fallback() : route.fulfill({ status, json: body }),
  )

const PROXY_WORDS = 'The proxy refused this request.'

/** Presses a button twice: the first answer has no words, the second has its own. */
async function expectWords(page: Page, path: string, press: () => Promise<void>, words: string) {
  await answer(page, path, 500, {})
  await press()
  await expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible()
  await answer(page, path, 403, { error: PROXY_WORDS })
  await press()
  await expect(page.getByRole('alert').filter({ hasText: PROXY_WORDS })).toBeVisible()
  await page.unroute(`**${path}`)
}

/** What answers in place of the portal: the page of a Wi-Fi that wants a sign-in, one that says nothing, one that says nothing in JSON. */
const FALSE_ANSWERS = [
  { contentType: 'text/html', body: '<!doctype html><title>Welcome to Campus Wi-Fi</title>' },
  { contentType: 'application/json', body: '' },
  { json: {} },
]

type Press = {
  /** The call. Calls of other methods to the same address reach the portal. */
  method: string
  url: RegExp
  press: () => Promise<unknown>
  /** What the page says while the portal does not answer. */
  words: Locator
  /** What it shows once the portal has answered. */
  done: Locator
}

/**
 * Presses while something else answers, each time in another way: nothing counts as done, and all tries have the same key, if the call has
 * one. The last time the portal answers.
 */
async function expectNoAnswer(page: Page, { method, url, press, words, done }: Press) {
  const keys = new Set<string | undefined>()
  for (const answer of [...FALSE_ANSWERS, null]) {
    await page.route(url, (route) =>
      route.request().method() === method && answer ? route.fulfill(answer) : route.fallback(),
    )
    const sent = page.waitForRequest(
      (request) => url.test(request.url()) && request.method() === method,
    )
    // A busy button takes no press, and one in a toast that fades goes with it.
    await expect(page.locator('[aria-busy=true], [data-leaving]')).toHaveCount(0)
    await press()
    keys.add((await sent).headers()['idempotency-key'])
    if (answer) {
      await expect(words.first()).toBeVisible()
      await expect(done).toHaveCount(0)
    } else await expect(done.first()).toBeVisible()
    await page.unroute(url)
  }
  expect(keys.size).toBe(1)
}

test('sign-in and registration show the words of a foreign answer', async ({ page, portal }) => {
  await page.goto('/inventory')
  await page.getByLabel('Email').fill('club@clubs.example')
  await page.getByLabel('Password', { exact: true }).fill('a-long-enough-passphrase')
  const signInButton = page.getByRole('button', { name: 'Sign in' })
  await expectWords(page, '/users/login', () => signInButton.click(), 'Login failed')

  await page.getByRole('link', { name: 'Register' }).click()
  await page.getByLabel('Email ID').fill('new@clubs.example')
  const getCode = page.getByRole('button', { name: 'Get OTP At Email' })
  await expectWords(page, '/users/request-code', () => getCode.click(), 'Failed to send OTP.')
  await getCode.click()
  const { code } = await portal.smtp.waitForMail('new@clubs.example')
  await page.getByLabel('Verification Code').fill(code ?? 'no code came')
  await page.getByLabel('Co-ordinator Name').fill('Test Coordinator')
  await page.getByLabel('Club Name').fill('Film Club')
  await page.getByLabel('Phone Number').fill('+91 00000 00002')
  await page.getByLabel('Password', { exact: true }).fill('a-long-enough-passphrase')
  const register = page.getByRole('button', { name: 'Register', exact: true })
  await expectWords(page, '/users/register', () => register.click(), 'Registration failed.')
  await expectNoAnswer(page, {
    method: 'POST',
    url: /\/users\/register$/,
    press: () => register.click(),
    words: page.getByText('An error occurred during registration.'),
    done: page.getByText('Registration successful!'),
  })
  await page.getByLabel('Email').fill('new@clubs.example')
  await page.getByLabel('Password', { exact: true }).fill('a-long-enough-passphrase')
  await expectNoAnswer(page, {
    method: 'POST',
    url: /\/users\/login$/,
    press: () => signInButton.click(),
    words: page.getByText('An error occurred during login'),
    done: page.getByText('Welcome, Film Club'),
  })
})

test('a code that something else answers was not sent', async ({ page, portal }) => {
  const club = await portal.addClub('Film Club')
  const request = (url: RegExp, button: string, words: string) => ({
    method: 'POST',
    url,
    press: () => page.getByRole('button', { name: button }).click(),
    words: page.getByText(words),
    done: page.getByText('OTP sent to your email.'),
  })
  await page.goto('/register')
  await page.getByLabel('Email ID').fill('new@clubs.example')
  const register = request(
    /\/request-code$/,
    'Get OTP At Email',
    'An error occurred while sending OTP.',
  )
  for (const status of [502, 503, 504]) {
    await answer(page, '/users/request-code', status, {})
    await register.press()
    await expect(register.words).toBeVisible()
    await page.unroute('**/users/request-code')
  }
  await expectNoAnswer(page, register)

  await page.goto('/forgpass')
  await page.getByLabel('Email').fill(club.email)
  await expectNoAnswer(page, {
    ...request(/\/request-code-pass-reset$/, 'Generate OTP', 'Failed to generate OTP'),
    done: page.getByText('an OTP is on its way'),
  })
  const { code } = await portal.smtp.waitForMail(club.email)
  await page.getByLabel('OTP').fill(code ?? 'no code came')
  await page.getByLabel('Create New Password').fill('another-long-passphrase')
  await expectNoAnswer(page, {
    method: 'PUT',
    url: /\/reset-password$/,
    press: () => page.getByRole('button', { name: 'Submit' }).click(),
    words: page.getByText('Failed to reset the password. Please try again.'),
    done: page.getByText('Your password is changed. Sign in with the new one.'),
  })
})

test('an order that something else answers stays, and is placed once', async ({ page, portal }) => {
  await portal.addItems({ 'Gaffer Tape': 6 })
  const club = await portal.addClub('Film Club')
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await signIn(page, portal, club)
  const card = page.getByRole('listitem').filter({ hasText: 'Gaffer Tape' })
  const failed = page.getByText('Something went wrong. Please try again.')
  const placed = page.getByText('Order Placed')
  await card.getByRole('spinbutton').fill('2')
  await card.getByRole('button', { name: 'Add to Cart' }).click()
  await page.getByRole('button', { name: 'View Cart' }).first().click()
  await page.getByRole('button', { name: 'Confirm Order' }).click()
  await expectNoAnswer(page, {
    method: 'POST',
    url: /\/cart\/add-items$/,
    press: () =>
      page.getByRole('dialog', { name: 'Confirm Order' }).getByRole('button').last().click(),
    words: failed,
    done: placed,
  })
  expect(await portal.asAdmin('GET', `/cart/cart-items-user/${club.id}`)).toMatchObject([
    { itemName: 'Gaffer Tape', ordered_quantity: 2 },
  ])

  // Of Your Orders the lines alone are read before they are opened: the page says what is ready.
  expect(asked.filter((path) => /history|preferences/.test(path))).toEqual([])
  await page.getByRole('link', { name: 'Account', exact: true }).click()
  const mails = (checked: boolean) =>
    page.getByRole('switch', { name: 'Mails about orders', checked })
  await expectNoAnswer(page, {
    method: 'PUT',
    url: /\/users\/preferences$/,
    press: () => mails(true).click(),
    words: page.getByText('Not saved. Mails stay on.'),
    done: mails(false),
  })
})

test('nothing that an administrator does counts as done before the portal answers', async ({
  page,
  portal,
}) => {
  const ids = await portal.addItems({ 'Gaffer Tape': 6, Glue: 5 })
  const club = await portal.addClub('Film Club')
  const lines = await portal.placeOrder(club, [
    { item_id: ids['Gaffer Tape'], ordered_quantity: 4 },
  ])
  // By keyboard: a toast stays while the pointer lies on it.
  const press = (name: string | RegExp) => () =>
    page.getByRole('button', { name }).last().press('Enter')
  const unreachable = page.getByText(/The server cannot be reached\. Please try again\./)
  await signIn(page, portal, portal.admin)
  const lever = (name: string) => page.getByRole('switch', { name })
  await expectNoAnswer(page, {
    method: 'PUT',
    url: /\/confirm-disabled$/,
    press: () => lever('Orders Enabled').press('Enter'),
    words: page.getByText('Still Orders Enabled. The server cannot be reached.'),
    done: lever('Orders Disabled'),
  })
  await expectNoAnswer(page, {
    method: 'PUT',
    url: /\/decisions-held$/,
    press: () => lever('Hold decisions back').press('Enter'),
    words: page.getByText('Not saved. Check your connection and try again.'),
    done: page.getByRole('switch', { name: 'Hold decisions back', checked: true }),
  })
  await press('Set Times')()
  await page.getByLabel('Message for clubs (optional)').fill('Order soon.')
  await expectNoAnswer(page, {
    method: 'PUT',
    url: /\/ordering-window$/,
    press: press('Save Times'),
    words: unreachable,
    done: page.getByText('Times saved'),
  })
  await page.getByLabel('New item').fill('Foil')
  await expectWords(page, '/inventorys/inventory', press('Add Item'), 'Failed to add item')
  await expectNoAnswer(page, {
    method: 'POST',
    url: /\/inventorys\/inventory$/,
    press: press('Add Item'),
    words: page.getByText('An error occurred while adding the item'),
    done: page.getByText('Foil added'),
  })
  await press('Edit Foil')()
  await page.getByRole('dialog').getByLabel('Quantity').fill('7')
  await expectNoAnswer(page, {
    method: 'PATCH',
    url: /\/inventorys\/inventory\/[\w-]+$/,
    press: press('Save'),
    words: unreachable,
    done: page.getByText('Saved 1 change'),
  })

  portal.smtp.mode = 'fail'
  await portal.decide({ _id: lines['Gaffer Tape'], status: 'Ready' })
  await page.getByRole('button', { name: /^Announce/ }).press('Enter')
  await expectNoAnswer(page, {
    method: 'POST',
    url: /\/cart\/announce$/,
    press: press('Announce 1 to 1 club'),
    words: page.getByText('Not announced. Check your connection and try again.'),
    done: page.getByText('Announced 1 decision to 1 club'),
  })
  await page.goto('/mails')
  await expectNoAnswer(page, {
    method: 'POST',
    url: /\/send-again$/,
    press: press('Send again to Film Club'),
    words: page.getByText('Not sent again. Check your connection and try again.'),
    done: page.getByText('The mail is sent again'),
  })
  portal.smtp.mode = 'accept'
  const { text } = await portal.smtp.waitForMail(club.email)
  const link = new URL(/https?:\S+mails-off\S+/.exec(text)?.[0] ?? '')
  const account = /\/mails-off\/account\?/
  await page.route(account, (route) => route.fulfill(FALSE_ANSWERS[0] ?? {}))
  await page.goto(link.pathname + link.search)
  await expect(page.getByText('The link could not be checked')).toBeVisible()
  await page.unroute(account)
  await press(/try again/i)()
  await expectNoAnswer(page, {
    method: 'POST',
    url: /\/mails-off\?/,
    press: press('Stop these mails'),
    words: page.getByText('Not saved. Mails stay on.'),
    done: page.getByText('These mails are off'),
  })

  await page.goto('/items')
  await page.getByRole('combobox', { name: 'Remarks on Glue' }).fill('Counter 2')
  const saved = page.getByText('Saved 1 change')
  await expectNoAnswer(page, {
    method: 'PUT',
    url: /\/update-inventory-items$/,
    press: press('Save Changes'),
    words: unreachable,
    done: saved,
  })
  await page.goto(`/orderwiseitem?club=${club.id}`)
  await page.getByRole('combobox', { name: 'Remarks on Gaffer Tape' }).fill('Counter 2')
  await expectNoAnswer(page, {
    method: 'PUT',
    url: /\/update-multiple-cart-items$/,
    press: press('Save Changes'),
    words: page.getByText('The last save was not answered.'),
    done: saved,
  })
  await expectNoAnswer(page, {
    method: 'POST',
    url: /\/undo$/,
    press: press(/^Undo/),
    words: unreachable,
    done: page.getByText('1 decision undone'),
  })
  await expectNoAnswer(page, {
    method: 'POST',
    url: /\/cart\/add-items$/,
    async press() {
      await page.reload()
      await press('Add to Order')()
      await page.getByRole('combobox', { name: 'Item' }).selectOption('Glue')
      await press('Add 1 Glue')()
    },
    words: unreachable,
    done: page.getByText('Added 1 Glue to Film Club’s order'),
  })
  await page
    .getByRole('row', { name: /Glue/ })
    .getByRole('button', { name: /Delete/ })
    .press('Enter')
  await expectNoAnswer(page, {
    method: 'DELETE',
    url: /\/remove-item\//,
    press: () => page.getByRole('dialog').getByRole('button').last().press('Enter'),
    words: unreachable,
    done: page.getByText('Glue deleted'),
  })
  await page.goto('/orders')
  await page
    .getByRole('row', { name: /Film Club/ })
    .getByRole('button', { name: /Delete/ })
    .press('Enter')
  await expectNoAnswer(page, {
    method: 'DELETE',
    url: /\/remove-cart\//,
    press: () => page.getByRole('dialog').getByRole('button').last().press('Enter'),
    words: unreachable,
    done: page.getByText('Cart of Film Club deleted'),
  })
})

test('a screen shows no list that something else has answered', async ({
  page,
  portal,
  openPage,
}) => {
  const ids = await portal.addItems({ 'Gaffer Tape': 6 })
  const club = await portal.addClub('Film Club')
  await portal.placeOrder(club, [
    { item_id: ids['Gaffer Tape'], ordered_quantity: 4 },
    { itemName: 'Neon Markers', ordered_quantity: 1 },
  ])
  await signIn(page, portal, portal.admin)
  const screens: [address: string, url: RegExp, title: string, then: string][] = [
    ['/inventoryadp', /\/inventorys\/inventory$/, 'Failed to fetch items', 'Gaffer Tape'],
    ['/items', /\/cart-item-summary$/, 'Failed to fetch items', 'Gaffer Tape'],
    ['/customitems', /\/cart-item-summary-custom$/, 'Failed to fetch', 'Neon Markers'],
    ['/orders', /\/get-club-list$/, 'Failed to fetch', 'Film Club'],
    [`/orderwiseitem?club=${club.id}`, /\/cart-items-user\//, 'Failed to fetch', 'Gaffer Tape'],
    ['/board', /\/cart\/board$/, 'Failed to fetch the board', 'Gaffer Tape'],
    [
      '/history',
      /\/cart\/history(\?|$)/,
      'Failed to fetch the history',
      'This is where the history begins.',
    ],
    ['/mails', /\/users\/mails$/, 'Failed to fetch mails', 'No mails wait'],
  ]
  for (const [index, [address, url, title, then]] of screens.entries()) {
    const answer = FALSE_ANSWERS[index % FALSE_ANSWERS.length] ?? {}
    await page.route(url, (route) => route.fulfill(answer))
    await page.goto(address)
    await expect(page.getByText(title).first(), address).toBeVisible()
    await page.unroute(url)
    await expect(page.getByText(then).first(), address).toBeVisible()
  }

  // What a club sees comes by itself, too.
  const own = await openPage()
  const url = /\/inventorys\/inventory\/user$/
  await own.route(url, (route) => route.fulfill(FALSE_ANSWERS[0] ?? {}))
  await signIn(own, portal, club)
  await expect(own.getByText('Failed to fetch items')).toBeVisible()
  await own.unroute(url)
  await expect(own.getByRole('heading', { name: 'Gaffer Tape' })).toBeVisible()
})

/** What a person reads when the page itself fails, and that nothing stays busy. */
test('whatever fails in the page itself, its buttons work again', async ({ page, portal }) => {
  const ids = await portal.addItems({ 'Gaffer Tape': 6 })
  const club = await portal.addClub('Film Club')
  await portal.placeOrder(club, [{ item_id: ids['Gaffer Tape'], ordered_quantity: 4 }])
  await signIn(page, portal, portal.admin)
  const failed = page.getByText('Something went wrong. Please try again.')
  /** Presses once while a part of the browser throws, and once when it works. */
  async function pressTwice(breakIt: () => void, name: string | RegExp, done: Locator) {
    const button = page.getByRole('button', { name }).last()
    await page.evaluate(breakIt)
    await button.click()
    await expect(failed).toBeVisible()
    await expect(button).not.toHaveAttribute('aria-busy')
    await page.evaluate(() => (globalThis as unknown as { mend: () => void }).mend())
    await button.click()
    await expect(done).toBeVisible()
    await expect(failed).toHaveCount(0)
  }
  const breakTimes = () => {
    const { toISOString } = Date.prototype
    const toThrow = () => {
      throw new RangeError('Invalid time value')
    }
    Object.assign(Date.prototype, { toISOString: toThrow })
    Object.assign(globalThis, { mend: () => Object.assign(Date.prototype, { toISOString }) })
  }
  const breakKeys = () => {
    const own = crypto.getRandomValues
    crypto.getRandomValues = () => {
      throw new Error('No randomness')
    }
    Object.assign(globalThis, { mend: () => (crypto.getRandomValues = own) })
  }
  await page.getByRole('button', { name: 'Set Times' }).click()
  await page.getByLabel('Closes').fill('2099-01-01T12:00')
  await pressTwice(breakTimes, 'Save Times', page.getByText('Times saved'))
  await page.goto(`/orderwiseitem?club=${club.id}`)
  await page.getByRole('combobox', { name: 'Remarks on Gaffer Tape' }).fill('Counter 2')
  await pressTwice(breakKeys, 'Save Changes', page.getByText('Saved 1 change'))
  await page.getByRole('button', { name: 'Add to Order' }).click()
  await pressTwice(breakKeys, /^Add 1/, page.getByText('Added 1 Gaffer Tape to Film Club’s order'))
  await page.goto('/history')
  await pressTwice(breakKeys, /^Undo.+remark/, page.getByText('1 decision undone'))
})

test('a custom item that is refused without words says so', async ({ page, portal }) => {
  const club = await portal.addClub('Film Club')
  await signIn(page, portal, club)
  await portal.addItems({ Glue: 1 })
  await page.getByLabel('Search items').fill('Neon Markers')
  await page.getByRole('button', { name: 'Add it as a custom item' }).click()
  const custom = page.getByRole('dialog', { name: 'Add Custom Item' })
  await expect(custom.getByLabel('Item name')).toHaveValue('Neon Markers')
  await expect(custom.getByLabel('Quantity')).toBeFocused()
  await custom.getByLabel('Quantity').fill('3')
  await custom.getByRole('button', { name: 'Add to Cart' }).click()
  await page.getByRole('button', { name: 'View Cart' }).first().click()
  await page.getByRole('button', { name: 'Confirm Order' }).click()
  const place = page.getByRole('button', { name: 'Place order of 3 pieces' })
  await answer(page, '/cart/add-items', 400, {})
  await place.click()
  await expect(page.getByText('Failed to add custom item')).toBeVisible()
  await answer(page, '/cart/add-items', 400, { message: PROXY_WORDS })
  await place.click()
  await expect(page.getByText(PROXY_WORDS)).toBeVisible()
})
