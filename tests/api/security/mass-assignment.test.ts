import { expect, it } from 'bun:test'
import { hashPassword } from '#src/identity/passwords.ts'
import { openOffice } from '#tests/support/office.ts'
import { callsOf, readSpec } from '#tests/support/hostile-calls.ts'

const PASSWORD = 'violet-lantern-42'
/** Fields that a request must never set. */
const FORGED = {
  access: 'bosslevel',
  role: 'bosslevel',
  isAdmin: true,
  disabled: false,
  ver: 99,
  id: 'x',
  _id: '019373a0-7c4e-7000-8000-3f1d2a6b9c10',
  clubId: 'x',
  cart_id: 'x',
  passwordHash: 'x',
  rev: 99,
  status: 'Delivered',
  allotted_quantity: 99,
  delivered_quantity: 99,
  constructor: { prototype: { access: 'bosslevel' } },
}

const { portal, admin, club, room } = await openOffice({
  config: { rateLimits: false },
  club: { passwordHash: await hashPassword(PASSWORD) },
})

/** JSON with `__proto__` as an ordinary field. */
const forge = (body: Record<string, unknown>) =>
  JSON.stringify({ ...FORGED, ...body }).replace(/^\{/, '{"__proto__":{"access":"bosslevel"},')

it('unknown fields change neither role, owner nor quantity', async () => {
  const item = await room.addItem(10)
  for (const text of [
    JSON.stringify({ ...FORGED, email: club.email, password: PASSWORD }),
    forge({ email: club.email, password: PASSWORD }),
  ]) {
    const { status, body } = await portal.request<{ user?: { access: string } }>(
      'POST',
      '/users/login',
      { body: text },
    )
    if (status === 200) expect(body.user?.access).toBe('user')
    else expect(status).toBe(422)
  }
  const order = { userId: club.id, itemName: 'Felt', ordered_quantity: 2 }
  for (const text of [JSON.stringify({ ...FORGED, ...order }), forge(order)])
    await portal.request('POST', '/cart/add-custom-item', { token: club.token, body: text })
  await room.order(club, [{ ...FORGED, item_id: item._id, ordered_quantity: 1 }])
  for (const line of await room.linesOf(club)) {
    expect([line.status, line.allotted_quantity]).toEqual(['Pending', 0])
    expect(line._id).not.toBe(FORGED._id)
  }
  const ink = { ...FORGED, itemName: 'Ink', itemQuantity: 1 }
  const added = await room.ask<{ _id: string; rev: number }>('POST', '/inventorys/inventory', ink)
  expect(added.body._id).not.toBe(FORGED._id)
  expect(added.body.rev).not.toBe(FORGED.rev)
  expect(await portal.deps.store.accounts.find({ id: club.id })).toMatchObject({
    access: 'user',
    ver: 1,
    email: club.email,
  })
  expect(({} as { access?: string }).access).toBeUndefined()
})

it('no answer of any call names a hash, a version or another internal field', async () => {
  const inside = /"(passwordHash|password|ver|tokenVersion|jti|codeHash|access_token|deletedAt)":/
  for (const { method, path } of callsOf(await readSpec(portal)))
    for (const token of [admin.token, club.token]) {
      const real = path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, club.id)
      const { body } = await portal.request(method, real, {
        token: method === 'POST' && path === '/users/logout' ? await portal.signIn(club) : token,
        ...(method !== 'GET' && { body: {} }),
      })
      expect(JSON.stringify(body), `${method} ${path}`).not.toMatch(inside)
    }
})
