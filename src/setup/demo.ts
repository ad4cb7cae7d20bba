import { asClubId, asPersonId, type ClubId } from '#src/contract/ids.ts'
import type { LineRequest } from '#src/contract/line.ts'
import type { LineChange } from '#src/contract/records.ts'
import { randomText } from '#src/identity/keys.ts'
import type { Account, Store } from '#src/store/port.ts'
import {
  COLLEAGUE_EMAIL,
  DEMO_CLUBS,
  DEMO_EDITIONS,
  type DemoClub,
  DISABLED,
  EARLIER,
  FIRST_CLUB_EMAIL,
  LABELS,
  STOCK,
  WAITING_CLUB,
} from './demo-clubs.ts'

const ACTOR = asPersonId('demo')

/** How many units of an item left the shelf in the edition before. */
const handedOver = (itemName: string): number =>
  Object.values(EARLIER).reduce((sum, asked) => sum + (asked[itemName] ?? 0), 0)

async function stockUp(store: Store): Promise<Map<string, string>> {
  const added = await Promise.all(
    STOCK.map(([itemName, left]) => {
      const itemQuantity = left + handedOver(itemName)
      const itemStatus = DISABLED.includes(itemName) ? 'disabled' : 'enabled'
      const labels = LABELS.find(([start]) => itemName.startsWith(start))?.[1]
      return store.stock.add({ itemName, itemQuantity, itemStatus, ...labels }, ACTOR, Date.now())
    }),
  )
  return new Map(added.map(({ value }) => [value.itemName, value._id]))
}

async function signUp(
  store: Store,
  { clubName, email, mobile }: Pick<DemoClub, 'clubName' | 'email' | 'mobile'>,
  passwordHash: string,
  more: { clubId?: ClubId; cordName?: string } = {},
): Promise<Account> {
  const account = { email, clubName, mobile, access: 'user', passwordHash }
  const made = await store.accounts.create({ ...account, cordName: 'Demo Coordinator', ...more })
  if (!made) throw new Error(`${email} has an account already.`)
  return made
}

/** A club that registered while new clubs were to be approved. They order at once again, so that who tries the portal is not made to wait. */
async function addWaiting(store: Store, passwordHash: string, now: number): Promise<void> {
  const tried = { client: { network: ACTOR, device: null }, now }
  const account = { ...WAITING_CLUB, access: 'user', passwordHash }
  const { email } = account
  await store.people.setRegistration('approval', ACTOR, now)
  await store.codes.request({ ...tried, email, purpose: 'register', codeHash: ACTOR })
  await store.codes.register(account, { ...tried, hashes: [ACTOR] })
  await store.people.setRegistration('open', ACTOR, now)
}

type SignedUp = DemoClub & { account: Account }

async function order(
  store: Store,
  { lines, account: { id, clubId } }: SignedUp,
  itemIds: ReadonlyMap<string, string>,
  now: number,
): Promise<void> {
  const rows = lines.map(({ itemName, quantity, link = '' }): LineRequest => {
    const itemId = itemIds.get(itemName) ?? null
    return {
      item_id: itemId,
      itemName: itemId === null ? itemName : null,
      ordered_quantity: quantity,
      link,
    }
  })
  if (clubId === null) return
  await store.orders.place({ clubId, actorId: id, rows, toAnswer: () => '', now })
  const placed = await store.orders.read(clubId)
  const decisions = lines.flatMap(({ itemName, decision }): LineChange[] => {
    const line = placed?.rows.find((row) => row.itemName === itemName)
    return line && decision ? [{ _id: line._id, ...decision }] : []
  })
  const note = 'First round: something for each club, the rest when more arrives.'
  await store.orders.allot({ decisions, actorId: ACTOR, note, toAnswer: () => '', now })
}

/** The edition before the present one: the first clubs got what they asked for. Its end closes ordering, which opens again. */
async function endEarlier(
  store: Store,
  clubs: readonly SignedUp[],
  itemIds: ReadonlyMap<string, string>,
  { next, now }: { next: string; now: number },
): Promise<void> {
  await store.editions.rename(DEMO_EDITIONS.earlier, ACTOR, now)
  await Promise.all(
    clubs.map(async (club) => {
      const lines = Object.entries(EARLIER[club.clubName] ?? {}).map(([itemName, quantity]) => ({
        itemName,
        quantity,
        decision: { status: 'Delivered' as const, allotted_quantity: quantity },
      }))
      if (lines.length > 0) await order(store, { ...club, lines }, itemIds, now)
    }),
  )
  const { edition } = (await store.ordering.read()).rows
  await store.editions.end({
    edition: edition._id,
    next,
    leftovers: 'shelf',
    orderMails: false,
    actorId: ACTOR,
    toAnswer: () => '',
    now,
  })
  await store.ordering.set(true, ACTOR, now)
}

/** Says where things wait, and hands one of them over. */
async function fetchSome(store: Store, now: number): Promise<void> {
  await store.ordering.setPickup('Store room, 5 to 7 pm.', ACTOR, now)
  for (const { user_id, people, lines } of (await store.orders.handout()).rows.clubs) {
    const ready = lines.find(({ status }) => status === 'Ready')
    if (!ready) continue
    const [to = ''] = people
    const rows = [{ _id: ready._id, quantity: 1 }]
    const by = { actorId: ACTOR, toAnswer: () => '', now }
    await store.orders.handOver({ clubId: asClubId(user_id), to, rows, ...by })
    return
  }
}

/**
 * Fills an empty store with sample stock, fictional clubs, one of which waits for approval, and orders in every status, after an edition that
 * has ended. `edition` names the present one. The clubs share one generated password.
 * Returns the address and the password of the first club.
 */
export async function seedDemo(
  store: Store,
  hashPassword: (password: string) => Promise<string>,
  edition: string | null = null,
): Promise<{ email: string; password: string }> {
  const password = randomText()
  const [itemIds, passwordHash] = await Promise.all([stockUp(store), hashPassword(password)])
  const clubs = await Promise.all(
    DEMO_CLUBS.map(async (club) => ({
      ...club,
      account: await signUp(store, club, passwordHash),
    })),
  )
  const [founder] = clubs
  if (founder?.account.clubId) {
    const colleague = { clubId: founder.account.clubId, cordName: 'Demo Colleague' }
    await signUp(store, { ...founder, email: COLLEAGUE_EMAIL }, passwordHash, colleague)
  }
  const now = Date.now()
  const next = edition ?? DEMO_EDITIONS.current
  await endEarlier(store, clubs, itemIds, { next, now })
  await Promise.all(
    // One second apart, so that the list of clubs has a fixed order.
    clubs.map((club, index) => order(store, club, itemIds, now + (index - clubs.length) * 1000)),
  )
  const [itemId, otherId] = [itemIds.get('Staple Gun'), itemIds.get('Kraft Paper Roll')]
  if (itemId && otherId)
    await store.stock.note(
      [
        { _id: itemId, itemOrderedStatus: 'Not Available', itemRemark: 'Out for repair.' },
        { _id: otherId, itemOrderedStatus: 'Ordered from online retailer', itemRemark: '' },
      ],
      ACTOR,
      now,
    )
  await fetchSome(store, now)
  await addWaiting(store, passwordHash, now)
  return { email: FIRST_CLUB_EMAIL, password }
}
