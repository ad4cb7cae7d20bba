/** Texts that a person reads differently from a store, a mail server or another person. */
import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { expectProblem } from '#tests/support/expect-problem.ts'
import { callsWithTexts, readSpec, replaceAt } from '#tests/support/hostile-calls.ts'
import { connectLive } from '#tests/support/live-client.ts'
import { type Member, type Portal, startPortal } from '#tests/support/portal.ts'
import { openStockRoom } from '#tests/support/stock.ts'

let portal: Portal
let admin: Member
let club: Member
beforeAll(async () => {
  portal = await startPortal({ config: { rateLimits: false } })
  admin = await portal.createAdmin()
  club = await portal.createClub()
})
afterAll(() => portal.close())

describe('half a character', () => {
  it('is refused in every text of every call, and the field is named', async () => {
    const calls = callsWithTexts(await readSpec(portal))
    expect(calls.length).toBeGreaterThan(10)
    for (const { name, method, path, isGuarded, body, texts } of calls)
      for (const place of texts)
        for (const half of ['\ud800', 'a\udc00b', '\udbff\ud800']) {
          const answer = await portal.request(method, path, {
            ...(isGuarded && { token: admin.token }),
            body: replaceAt(body, place, half),
          })
          const { errors } = expectProblem(answer, 'invalid')
          expect(
            errors?.map(({ path: at }) => at),
            name,
          ).toEqual([place.join('.')])
        }
  })

  it('is refused in field names and in unknown fields', async () => {
    for (const text of ['{"\\ud800":1}', '{"x":{"y":["\\udc00"]}}', '{"__proto__":"\\ud800"}'])
      expectProblem(await portal.request('POST', '/users/login', { body: text }), 'invalid')
  })

  it('two of them cannot order the same item twice', async () => {
    for (const half of ['\\ud800', '\\ud801']) {
      const body = `{"userId":"${club.id}","itemName":"${half}","ordered_quantity":1}`
      const answer = await portal.request('POST', '/cart/add-custom-item', {
        token: club.token,
        body,
      })
      expectProblem(answer, 'invalid')
    }
    expect((await portal.deps.store.upkeep.verify()).broken).toEqual([])
  })

  it('in a path matches no row', async () => {
    for (const spelt of ['%ED%A0%80', '%ff', '%', '%C0%80', '\u00ff'])
      for (const [method, path] of [
        ['GET', `/cart/cart-items-user/${spelt}`],
        ['DELETE', `/cart/remove-cart/${spelt}`],
        ['DELETE', `/cart/remove-item/${Bun.randomUUIDv7()}/${spelt}`],
      ] as const)
        expectProblem(await portal.request(method, path, { token: admin.token }), 'not_found')
  })

  it('in a live frame closes the socket', async () => {
    const page = await connectLive(portal.url)
    page.say('{"type":"hello","token":"\\ud800"}')
    expect(await page.closeCode()).toBe(4400)
  })
})

describe('a body whose fields are named like methods', () => {
  it('is refused as invalid without an internal error', async () => {
    for (const body of [
      '{"toString":1,"email":{"toString":1},"password":"x"}',
      '{"valueOf":1,"toString":1,"email":1,"password":{"valueOf":null}}',
      '{"__proto__":{"toString":1},"email":{"__proto__":null}}',
      '{"hasOwnProperty":1,"constructor":{"prototype":1},"email":[],"password":[]}',
    ])
      expectProblem(await portal.request('POST', '/users/login', { body }), 'invalid')
    expect(portal.lines.filter(({ event }) => event === 'internal_error')).toEqual([])
  })
})

describe('a name that looks like another, or like nothing', () => {
  const NAMES = [
    'Felt\u200b',
    'Fe\u00adlt',
    'Fe\u200dlt',
    '\u202eFelt',
    'Fe\u2028lt',
    'Felt\u{e0041}',
    '\u3164',
    '\u2800',
    'Fe\u2800lt',
    '\u{1d159}',
    `Felt${'\u0301\u0316'.repeat(30)}`,
    '\u200b',
  ]
  it('is refused for items, custom items, clubs and co-ordinators', async () => {
    const account = {
      cordName: 'Asha',
      clubName: 'Film Club',
      mobile: '5550100',
      email: 'new@campus.example',
      password: 'violet-lantern-42',
      verificationCode: '123456',
    }
    for (const name of NAMES) {
      const asked: [string, string, string | undefined, object][] = [
        ['itemName', '/inventorys/inventory', admin.token, { itemName: name, itemQuantity: 1 }],
        [
          'itemName',
          '/cart/add-custom-item',
          club.token,
          { userId: club.id, itemName: name, ordered_quantity: 1 },
        ],
        ['clubName', '/users/register', undefined, { ...account, clubName: name }],
        ['cordName', '/users/register', undefined, { ...account, cordName: name }],
      ]
      for (const [field, path, token, body] of asked) {
        const answer = await portal.request('POST', path, { ...(token && { token }), body })
        const { errors } = expectProblem(answer, 'invalid')
        expect(errors, JSON.stringify(name)).toEqual([
          { path: field, msg: expect.stringMatching(/invisible|can be seen|1 to 120|two accents/) },
        ])
      }
    }
  })
})

describe('a name that is spelt in another way than it is stored', () => {
  const spelt = (name: string) => ` ${name}  Cafe\u0301\u00a0\u3000Art `
  const stored = (name: string) => `${name} Café Art`

  it('is stored in NFC with single spaces', async () => {
    const { token } = admin
    const made = await portal.request<{ _id: string; rev: number }>(
      'POST',
      '/inventorys/inventory',
      {
        token,
        body: { itemName: spelt('Felt'), itemQuantity: 1 },
      },
    )
    expect(made.body).toMatchObject({ itemName: stored('Felt') })
    const { _id, rev } = made.body
    const edited = await portal.request('PATCH', `/inventorys/inventory/${_id}`, {
      token,
      body: { rev, itemName: spelt('Glue') },
    })
    expect(edited.body).toMatchObject({ itemName: stored('Glue') })
    const noted = await portal.request<{ items: object[] }>(
      'PUT',
      '/inventorys/update-inventory-items',
      { token, body: [{ _id, itemOrderedStatus: 'Ordered from Cafe\u0301  Art' }] },
    )
    expect(noted.body.items).toMatchObject([{ itemOrderedStatus: 'Ordered from Café Art' }])
    const placed = await portal.request<{ items: object[] }>('POST', '/cart/add-items', {
      token: club.token,
      body: { userId: club.id, items: [{ itemName: spelt('Own'), ordered_quantity: 1 }] },
    })
    expect(placed.body.items).toMatchObject([{ itemName: stored('Own') }])
  })
})

describe('a vendor', () => {
  it('whose name looks like another, or like nothing, is refused', async () => {
    const item = await openStockRoom(portal, admin).addItem()
    for (const vendor of ['Art\u2800Shop', '\u{1d159}', `Art${'\u0301'.repeat(9)}`]) {
      const answer = await portal.request('PUT', '/inventorys/update-inventory-items', {
        token: admin.token,
        body: [{ _id: item._id, itemOrderedStatus: `Ordered from ${vendor}` }],
      })
      expect(expectProblem(answer, 'invalid').errors?.[0]?.path).toBe('0.itemOrderedStatus')
    }
  })
})

describe('a password with a tower of accents, which takes long to normalize', () => {
  it('is refused before anybody compares it', async () => {
    const password = `a${'\u0301\u0316'.repeat(511)}`
    const form = { email: 'new@campus.example', verificationCode: '123456' }
    const account = { ...form, clubName: 'Film Club', cordName: 'Asha', mobile: '5550100' }
    for (const [method, path, field, body] of [
      ['POST', '/users/login', 'password', { email: form.email }],
      ['POST', '/users/register', 'password', account],
      ['PUT', '/users/reset-password', 'newPassword', form],
    ] as const) {
      const answer = await portal.request(method, path, { body: { ...body, [field]: password } })
      expect(expectProblem(answer, 'invalid').errors).toEqual([
        { path: field, msg: 'A password has at most seven accents on a letter.' },
      ])
    }
  })
})
