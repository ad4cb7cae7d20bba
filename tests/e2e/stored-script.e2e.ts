import { expect, signIn, test } from './fixtures.ts'

/** Whatever runs calls `alert` or sets `window.ran`. */
const CORPUS = [
  '<script>window.ran=1;alert(1)</script>',
  '<img src=x onerror="window.ran=1;alert(1)">',
  '<svg/onload=window.ran=1>',
  '"><iframe srcdoc="<script>parent.ran=1</script>">',
  "'-alert(1)-'",
  '</textarea><script>window.ran=1</script>',
  '</title></style></script><script>window.ran=1</script>',
  '{{constructor.constructor("window.ran=1")()}}',
  '<a href="javascript:window.ran=1">x</a>',
  '<style>@import "https://evil.example"</style>',
  '<base href="https://evil.example/">',
  '<math><mi xlink:href="javascript:window.ran=1">x</mi></math>',
]

test('stored markup is shown as text on every page', async ({ portal, page }) => {
  const alerts: string[] = []
  page.on('dialog', (dialog) => {
    alerts.push(dialog.message())
    void dialog.dismiss()
  })
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('evil.example')) asked.push(request.url())
  })

  const ids = await portal.addItems(Object.fromEntries(CORPUS.map((text) => [text, 5])))
  const club = await portal.addClub(`Club ${CORPUS[1]}`)
  const lines = await portal.placeOrder(club, [
    ...Object.values(ids).map((item_id) => ({ item_id, ordered_quantity: 1 })),
    ...CORPUS.map((text) => ({
      itemName: `Own ${text}`,
      ordered_quantity: 1,
      link: `https://shop.example/${encodeURIComponent(text)}"onmouseover="window.ran=1`,
    })),
  ])
  const remarks = (index: number) => CORPUS[index % CORPUS.length]
  await portal.decide(
    ...Object.values(lines).map((_id, index) => ({ _id, remarks: remarks(index) })),
  )
  await portal.asAdmin(
    'PUT',
    '/inventorys/update-inventory-items',
    Object.values(ids).map((_id, index) => ({
      _id,
      itemRemark: remarks(index),
      itemOrderedStatus: 'Ordered from <img src=x onerror=alert(1)>',
    })),
  )

  const look = async (text: string) => {
    await expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible()
    expect(await page.evaluate(() => 'ran' in window)).toBe(false)
  }
  await signIn(page, portal, portal.admin)
  await look(CORPUS[0] ?? '')
  for (const [path, text] of [
    ['/items', CORPUS[0] ?? ''],
    ['/customitems', `Own ${CORPUS[0]}`],
    ['/orders', club.clubName],
  ] as const) {
    await page.goto(portal.url + path)
    await look(text)
  }
  await page.getByRole('link', { name: /View Order/ }).click()
  await look(CORPUS[0] ?? '')
  for (const link of await page.locator('main a[href]').all())
    expect(await link.getAttribute('href')).not.toMatch(/^\s*(javascript|data|vbscript):/i)

  await page.evaluate(() => localStorage.clear())
  await signIn(page, portal, club)
  await look(CORPUS[0] ?? '')
  expect({ alerts, asked }).toEqual({ alerts: [], asked: [] })
})
