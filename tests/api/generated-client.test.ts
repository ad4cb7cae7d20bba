import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { join } from 'node:path'
import { stampOf } from '#tests/clients/generate.ts'
import type { components, paths } from '#tests/clients/portal-api.ts'
import { type Portal, startPortal } from '#tests/support/portal.ts'

type Schemas = components['schemas']
type ReplyOf<Path extends keyof paths> = paths[Path] extends {
  get: { responses: { 200: { content: { 'application/json': infer Body } } } }
}
  ? Body
  : never

let portal: Portal
beforeAll(async () => void (portal = await startPortal()))
afterAll(() => portal.close())

/** A client written with the generated types alone. */
const read = async <Path extends keyof paths>(
  path: Path,
  token?: string,
): Promise<ReplyOf<Path>> => {
  const headers: HeadersInit = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const response = await fetch(portal.url + path, { headers })
  return (await response.json()) as ReplyOf<Path>
}

describe('a client with types generated from /openapi.json', () => {
  it('is generated from the current description (`bun tests/clients/generate.ts`)', async () => {
    const text = await Bun.file(join(import.meta.dir, '../clients/portal-api.ts')).text()
    expect(text.split('\n')[0]).toBe(await stampOf())
  })

  it('reads the ordering switch, and places and reads a club’s order', async () => {
    const { isConfirmDisabled }: { isConfirmDisabled: boolean } =
      await read('/cart/confirm-disabled')
    expect(isConfirmDisabled).toBe(false)

    const admin = await portal.createAdmin()
    const club = await portal.createClub()
    const order: Schemas['Order'] = {
      userId: club.id,
      items: [{ itemName: 'Felt', ordered_quantity: 2, link: 'https://shop.example/felt' }],
    }
    const placed = await portal.request<Schemas['OrderPlaced']>('POST', '/cart/add-items', {
      token: club.token,
      body: order,
    })
    expect(placed.body.items[0]?.ordered_quantity).toBe(2)
    const [cart] = await read('/cart/get-club-list', admin.token)
    expect(cart?.user_id).toBe(club.id)
    const problem = await portal.request<Schemas['Problem']>('GET', '/cart/get-club-list')
    expect(problem.body.code satisfies Schemas['Problem']['code']).toBe('unauthorized')
  })
})
