import { afterAll, expect } from 'bun:test'
import type { NewAccount } from '#src/store/port.ts'
import { type PortalOptions, startPortal } from './portal.ts'
import { openStockRoom } from './stock.ts'

type Given = PortalOptions & { admin?: Partial<NewAccount>; club?: Partial<NewAccount> }

/** A portal for all tests of a file, with an administrator and a club. It ends with them, and its store must be sound then. */
export async function openOffice({ admin: lead = {}, club: own = {}, ...options }: Given = {}) {
  const portal = await startPortal(options)
  afterAll(async () => {
    const { broken } = await portal.deps.store.upkeep.verify()
    await portal.close()
    expect(broken).toEqual([])
  })
  const [admin, club] = [await portal.createAdmin(lead), await portal.createClub(own)]
  return { portal, admin, club, room: openStockRoom(portal, admin) }
}
