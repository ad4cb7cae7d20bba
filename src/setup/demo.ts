import type { LineRequest } from '#src/contract/line.ts'
import type { LineChange } from '#src/contract/records.ts'
import { generatePassword } from '#src/identity/generate-password.ts'
import type { Account, Store } from '#src/store/port.ts'
import { DEMO_CLUBS, type DemoClub, FIRST_CLUB_EMAIL } from './demo-clubs.ts'

const ACTOR = 'demo'

/** The sample stock of a department of art and design: names and quantities. */
const STOCK: readonly (readonly [name: string, quantity: number])[] = [
  ...[12, 10, 24, 18, 30, 26, 40, 22, 36, 20, 28, 14, 16].map(
    (quantity, size) => [`Brush Round ${size}`, quantity] as const,
  ),
  ['Brush Flat 2', 18],
  ['Brush Flat 4', 24],
  ['Brush Flat 6', 30],
  ['Brush Flat 8', 26],
  ['Brush Flat 10', 20],
  ['Brush Flat 12', 16],
  ['Brush Flat 16', 12],
  ['Brush Flat 20', 8],
  ['Paint (15 ml) Black', 48],
  ['Paint (15 ml) Burnt Sienna', 18],
  ['Paint (15 ml) Cobalt Blue', 30],
  ['Paint (15 ml) Crimson', 36],
  ['Paint (15 ml) Lemon Yellow', 32],
  ['Paint (15 ml) Sap Green', 24],
  ['Paint (15 ml) White', 60],
  ['Paint (15 ml) Yellow Ochre', 20],
  ['Paint (500 ml) Black', 14],
  ['Paint (500 ml) Blue', 10],
  ['Paint (500 ml) Green', 8],
  ['Paint (500 ml) Red', 12],
  ['Paint (500 ml) White', 18],
  ['Paint (500 ml) Yellow', 9],
  ['Cartridge Paper A2', 200],
  ['Chart Paper Black', 75],
  ['Chart Paper Coloured', 150],
  ['Chart Paper White', 240],
  ['Kraft Paper Roll', 6],
  ['Tracing Paper A3', 90],
  ['Corrugated Sheet', 45],
  ['Foam Board 5 mm', 32],
  ['MDF Board 3 mm', 15],
  ['Mount Board A1', 28],
  ['Double-sided Tape', 34],
  ['Duct Tape', 22],
  ['Masking Tape 1 inch', 64],
  ['Masking Tape 2 inch', 40],
  ['Fabric Glue', 11],
  ['Hot Glue Sticks', 180],
  ['Wood Glue 500 g', 13],
  ['Cutter', 25],
  ['Hot Glue Gun', 7],
  ['Paint Roller 4 inch', 19],
  ['Palette', 27],
  ['Scissors', 21],
  ['Staple Gun', 4],
  ['Steel Scale 30 cm', 23],
  ['Steel Scale 1 m', 9],
]

/** Items that clubs cannot order. */
const DISABLED = ['Staple Gun']

async function stockUp(store: Store): Promise<Map<string, string>> {
  const added = await Promise.all(
    STOCK.map(([itemName, itemQuantity]) => {
      const itemStatus = DISABLED.includes(itemName) ? 'disabled' : 'enabled'
      return store.stock.add({ itemName, itemQuantity, itemStatus }, ACTOR, Date.now())
    }),
  )
  return new Map(added.map(({ value }) => [value.itemName, value._id]))
}

async function signUp(store: Store, club: DemoClub, passwordHash: string): Promise<Account> {
  const { clubName, email, mobile } = club
  const cordName = 'Demo Coordinator'
  const account = { email, clubName, cordName, mobile, access: 'user', passwordHash }
  const made = await store.accounts.create(account)
  if (!made) throw new Error(`${email} has an account already.`)
  return made
}

async function order(
  store: Store,
  { id }: Account,
  { lines }: DemoClub,
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
  await store.orders.place({ accountId: id, actorId: id, rows, toAnswer: () => '', now })
  const placed = await store.orders.read(id)
  const decisions = lines.flatMap(({ itemName, decision }): LineChange[] => {
    const line = placed?.rows.find((row) => row.itemName === itemName)
    return line && decision ? [{ _id: line._id, ...decision }] : []
  })
  await store.orders.allot({ decisions, actorId: ACTOR, toAnswer: () => '', now })
}

/**
 * Fills an empty store with sample stock, fictional clubs, and orders in every status. The clubs share one generated password.
 * Returns the address and the password of the first club.
 */
export async function seedDemo(
  store: Store,
  hashPassword: (password: string) => Promise<string>,
): Promise<{ email: string; password: string }> {
  const password = generatePassword()
  const [itemIds, passwordHash] = await Promise.all([stockUp(store), hashPassword(password)])
  const accounts = await Promise.all(DEMO_CLUBS.map((club) => signUp(store, club, passwordHash)))
  const now = Date.now()
  await Promise.all(
    DEMO_CLUBS.map((club, index) => {
      const account = accounts[index]
      // One second apart, so that the list of clubs has a fixed order.
      const at = now + (index - DEMO_CLUBS.length) * 1000
      return account && order(store, account, club, itemIds, at)
    }),
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
  return { email: FIRST_CLUB_EMAIL, password }
}
