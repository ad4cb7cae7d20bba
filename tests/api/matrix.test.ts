import { describe, expect, it } from 'bun:test'
import type { ProblemCode } from '#src/contract/problem.ts'
import { ROLES } from '#src/contract/statuses.ts'
import { expectProblem } from '#tests/support/expect-problem.ts'
import { openOffice } from '#tests/support/office.ts'
import type { Member } from '#tests/support/portal.ts'

/**
 * Callers: one person of each role, a second person of the club (`mate`), people of a second club (`other`) and of one that waits for approval,
 * a disabled person of the club, and a caller without a token.
 */
const ACTORS = ['anonymous', ...ROLES, 'mate', 'other', 'waiting', 'disabled'] as const
/** Owners of the record that a call names: the clubs, nobody (an unknown id), or an id that is malformed. */
const TARGETS = ['user', 'other', 'waiting', 'missing', 'malformed'] as const
type Actor = (typeof ACTORS)[number]
type Target = (typeof TARGETS)[number]

type Outcome = number | ProblemCode
type Names = {
  userId: string
  cartId: string
  lineId: string
  itemId: string
  editionId: string
  /** A change of the line by an administrator. */
  batch: string
  rev: number
}
type Row = {
  /** Left out for a call that names no record. */
  targets?: readonly Target[]
  body?: (names: Names) => unknown
  expects: (actor: Actor, target: Target) => Outcome
}

const isSignedIn = (actor: Actor) => actor !== 'anonymous' && actor !== 'disabled'
/** Whether a record is of the caller's own club. */
const isOwn = (actor: Actor, target: Target) => (actor === 'mate' ? 'user' : actor) === target

const forEverybody = (outcome: Outcome) => () => outcome
const forMembers = (outcome: Outcome) => (actor: Actor) =>
  isSignedIn(actor) ? outcome : 'unauthorized'
const forAdministrators = (outcome: Outcome, malformed: Outcome = 'not_found') => {
  return (actor: Actor, target: Target): Outcome => {
    if (!isSignedIn(actor)) return 'unauthorized'
    if (actor !== 'bosslevel') return 'forbidden'
    if (target === 'malformed') return malformed
    return target === 'missing' ? 'not_found' : outcome
  }
}
/** A club reaches its own records only; an administrator reaches those of every club. */
const forOwners = (
  malformed: { club: Outcome; administrator: Outcome },
  ofWaiting: Outcome = 200,
) => {
  return (actor: Actor, target: Target): Outcome => {
    if (!isSignedIn(actor)) return 'unauthorized'
    if (actor === 'bosslevel') {
      if (target === 'malformed') return malformed.administrator
      return target === 'missing' ? 'not_found' : 200
    }
    if (target === 'malformed') return malformed.club
    if (!isOwn(actor, target)) return 'forbidden'
    return actor === 'waiting' ? ofWaiting : 200
  }
}
/** As `forOwners`, but what is another club’s does not exist for a club. */
const forOwnLines =
  (ofWaiting: Outcome = 200) =>
  (actor: Actor, target: Target): Outcome => {
    if (!isSignedIn(actor)) return 'unauthorized'
    if (target === 'missing' || target === 'malformed') return 'not_found'
    if (actor === 'bosslevel') return 200
    if (!isOwn(actor, target)) return 'not_found'
    return actor === 'waiting' ? ofWaiting : 200
  }
const inBody = { club: 'invalid', administrator: 'invalid' } as const
const inPath = { club: 'forbidden', administrator: 'not_found' } as const

const ROWS: Record<string, Row> = {
  'POST /users/login': { body: () => ({}), expects: forEverybody('invalid') },
  'POST /users/request-code': { body: () => ({}), expects: forEverybody('invalid') },
  'POST /users/register': { body: () => ({}), expects: forEverybody('invalid') },
  'POST /users/request-code-pass-reset': { body: () => ({}), expects: forEverybody('invalid') },
  'PUT /users/reset-password': { body: () => ({}), expects: forEverybody('invalid') },
  'POST /users/logout': { expects: forMembers(204) },
  'GET /users/preferences': { expects: forMembers(200) },
  'PUT /users/preferences': { body: () => ({ orderMails: true }), expects: forMembers(200) },
  'GET /users/mails-off/account': { expects: forEverybody('invalid') },
  'POST /users/mails-off': { expects: forEverybody('invalid') },
  'GET /users/me': { expects: forMembers(200) },
  'PATCH /users/me': { body: () => ({ mobile: '5550100' }), expects: forMembers(200) },
  'PUT /users/me/password': {
    body: () => ({ password: 'wrong-password-1', newPassword: 'another-lantern-42' }),
    expects: forMembers('invalid'),
  },
  'GET /users/people': { expects: forAdministrators(200) },
  'PUT /users/registration': { body: () => ({ mode: 'open' }), expects: forAdministrators(200) },
  'POST /users/invitations': {
    body: () => ({ email: `${Bun.randomUUIDv7()}@campus.example` }),
    expects(actor) {
      if (!isSignedIn(actor)) return 'unauthorized'
      // An administrator says where it leads.
      if (actor === 'bosslevel') return 'invalid'
      return actor === 'waiting' ? 'club_waiting' : 201
    },
  },
  'DELETE /users/invitations/{id}': { expects: forMembers('not_found') },
  'PATCH /users/clubs/{id}': {
    targets: TARGETS,
    body: () => ({ name: 'Another name' }),
    expects: forAdministrators(200),
  },
  'PATCH /users/people/{id}': {
    targets: TARGETS,
    body: () => ({ disabled: false }),
    expects: forAdministrators(200),
  },
  'GET /users/mails': { expects: forAdministrators(200) },
  'POST /users/mails/{id}/send-again': { expects: forAdministrators('not_found') },
  'GET /inventorys/inventory/user': { expects: forMembers(200) },
  'GET /inventorys/inventory': { expects: forAdministrators(200) },
  'POST /inventorys/inventory': {
    body: () => ({ itemName: Bun.randomUUIDv7(), itemQuantity: 1 }),
    expects: forAdministrators(201),
  },
  'POST /inventorys/stock-sheet': {
    body: () => ({ mode: 'add', rows: [{ itemName: Bun.randomUUIDv7(), itemQuantity: 1 }] }),
    expects: forAdministrators(200),
  },
  'PATCH /inventorys/inventory/{id}': {
    targets: TARGETS,
    body: ({ rev }) => ({ rev, itemQuantity: 7 }),
    expects: forAdministrators(200),
  },
  'PUT /inventorys/update-inventory-items': {
    targets: TARGETS,
    body: ({ itemId }) => [{ _id: itemId, itemRemark: 'On the top shelf' }],
    expects: forAdministrators(200, 'invalid'),
  },
  'GET /cart/confirm-disabled': { expects: forEverybody(200) },
  'PUT /cart/confirm-disabled': {
    body: () => ({ isConfirmDisabled: false }),
    expects: forAdministrators(200),
  },
  'PUT /cart/ordering-window': {
    body: () => ({ opensAt: null, closesAt: null, message: '' }),
    expects: forAdministrators(200),
  },
  'PUT /cart/decisions-held': {
    body: () => ({ held: false }),
    expects: forAdministrators(200),
  },
  'GET /cart/held-decisions': { expects: forAdministrators(200) },
  'POST /cart/announce': { body: () => ({}), expects: forAdministrators(200) },
  'GET /cart/get-club-list': { expects: forAdministrators(200) },
  'DELETE /cart/remove-cart/{cart_id}': { targets: TARGETS, expects: forAdministrators(200) },
  'DELETE /cart/remove-item/{cartId}/{itemName}': { targets: TARGETS, expects: forOwnLines() },
  'PATCH /cart/lines/{lineId}': {
    targets: TARGETS,
    body: () => ({ ordered_quantity: 1, was: 2 }),
    expects: forOwnLines('club_waiting'),
  },
  'POST /cart/add-items': {
    targets: TARGETS,
    body: ({ userId }) => ({ userId, items: [{ itemName: 'Felt', ordered_quantity: 1 }] }),
    expects: forOwners(inBody, 'club_waiting'),
  },
  'POST /cart/add-custom-item': {
    targets: TARGETS,
    body: ({ userId }) => ({ userId, itemName: 'Felt', ordered_quantity: 1 }),
    expects: forOwners(inBody, 'club_waiting'),
  },
  'GET /cart/cart-items-final/{userId}': { targets: TARGETS, expects: forOwners(inPath) },
  'GET /cart/cart-items-user/{userId}': { targets: TARGETS, expects: forAdministrators(200) },
  'GET /cart/cart-item-summary': { expects: forAdministrators(200) },
  'GET /cart/cart-item-summary-custom': { expects: forAdministrators(200) },
  'GET /cart/handout': { expects: forAdministrators(200) },
  'POST /cart/hand-over': {
    targets: TARGETS,
    body: ({ userId, lineId }) => ({
      user_id: userId,
      to: 'Asha',
      lines: [{ _id: lineId, quantity: 1 }],
    }),
    expects: forAdministrators(200, 'invalid'),
  },
  'PUT /cart/pickup': {
    body: () => ({ message: 'Store room, 5 to 7 pm.' }),
    expects: forAdministrators(200),
  },
  'GET /cart/pickup': { expects: forEverybody('not_found') },
  'POST /cart/pickup-screen': { expects: forAdministrators(201) },
  'DELETE /cart/pickup-screen': { expects: forAdministrators(200) },
  'GET /cart/board': { expects: forAdministrators(200) },
  'GET /cart/editions': { expects: forMembers(200) },
  'GET /cart/editions/{editionId}': {
    targets: TARGETS,
    expects: (actor, target) => {
      if (!isSignedIn(actor)) return 'unauthorized'
      return target === 'missing' || target === 'malformed' ? 'not_found' : 200
    },
  },
  'GET /cart/demand': { expects: forAdministrators(200) },
  'PATCH /cart/editions/current': {
    body: () => ({ name: Bun.randomUUIDv7() }),
    expects: forAdministrators(200),
  },
  'POST /cart/editions/end': {
    body: () => ({ edition: Bun.randomUUIDv7(), next: 'APOGEE 2027', leftovers: 'shelf' }),
    expects: forAdministrators('changed_meanwhile'),
  },
  'PUT /cart/update-multiple-cart-items': {
    targets: TARGETS,
    body: ({ lineId }) => ({ items: [{ _id: lineId, remarks: 'Soon' }] }),
    expects: forAdministrators(200, 'invalid'),
  },
  'GET /cart/history': { expects: forAdministrators(200) },
  'GET /cart/history/{userId}': { targets: TARGETS, expects: forOwners(inPath) },
  'POST /cart/history/{batch}/undo': { targets: TARGETS, expects: forAdministrators(200) },
  'GET /cart/history-people': { expects: forAdministrators(200) },
  'GET /cart/ordering-turns': { expects: forAdministrators(200) },
  'GET /cart/remarks': { expects: forAdministrators(200) },
  'GET /metrics': { expects: forAdministrators(200) },
  'GET /health/live': { expects: forEverybody(200) },
  'GET /health/ready': { expects: forEverybody(200) },
  'GET /health/serving': { expects: forEverybody(200) },
  'POST /vitals': { body: () => ({}), expects: forEverybody('invalid') },
  'GET /live': { expects: forEverybody('upgrade_required') },
}

const { portal, admin, club, room } = await openOffice({ config: { rateLimits: false } })
const { store } = portal.deps

/** A club that registered while new clubs wait for approval. */
async function registerWaiting(): Promise<Member> {
  const email = 'waiting@campus.example'
  const client = { network: '192.0.2.1', device: null }
  const now = Date.now()
  await store.people.setRegistration('approval', admin.id, now)
  await store.codes.request({ email, purpose: 'register', client, now, codeHash: 'right' })
  const form = { email, clubName: 'Waiting Club', cordName: 'Meera', mobile: '5550100' }
  const { id } = await store.codes.register(
    { ...form, access: 'user', passwordHash: '' },
    { hashes: ['right'], client, now },
  )
  await store.people.setRegistration('open', admin.id, now)
  return { id, email, clubName: form.clubName, token: await portal.signIn({ id }) }
}

const disabled = await portal.createClub({ clubId: club.clubId })
await store.accounts.change(disabled.email, { disabled: true }, Date.now())
const members = {
  user: club,
  mate: await portal.createClub({ clubId: club.clubId }),
  other: await portal.createClub(),
  waiting: await registerWaiting(),
  disabled,
  bosslevel: admin,
}
type Owner = Exclude<Target, 'missing' | 'malformed'>

/** Makes new records of one owner for each test, because some calls delete them. */
async function makeNames(owner: Owner): Promise<Names> {
  const { id: userId } = members[owner]
  const item = await room.addItem(5)
  // A club that waits orders nothing itself.
  await room.ask('POST', '/cart/add-items', {
    userId,
    items: [{ item_id: item._id, ordered_quantity: 2 }],
  })
  const line = (await room.linesOf(members[owner])).find(
    ({ itemName }) => itemName === item.itemName,
  )
  if (!line) throw new Error('There is no line.')
  const { _id: itemId, rev } = item
  const given = await room.ask<{ batch: string }>('PUT', '/cart/update-multiple-cart-items', {
    items: [{ _id: line._id, remarks: 'Later', allotted_quantity: 1 }],
  })
  return {
    userId,
    itemId,
    lineId: line._id,
    batch: given.body.batch,
    // Giving moved the shelf.
    rev: rev + 1,
    editionId: (await portal.deps.store.ordering.read()).rows.edition._id,
    cartId: (await room.listCarts()).find(({ user_id }) => user_id === userId)?.cart_id ?? '',
  }
}

async function namesOf(target: Target): Promise<Names> {
  if (target !== 'missing' && target !== 'malformed') return makeNames(target)
  const name = target === 'missing' ? Bun.randomUUIDv7() : '1'
  return {
    userId: name,
    cartId: name,
    lineId: name,
    itemId: name,
    batch: name,
    editionId: name,
    rev: 1,
  }
}

const fill = (path: string, { userId, cartId, lineId, itemId, batch, editionId }: Names) =>
  path
    .replace('{editionId}', editionId)
    .replace('{userId}', userId)
    .replace('{batch}', batch)
    .replace(/\{cart_?id\}/i, cartId)
    .replace('{itemName}', lineId)
    .replace('{lineId}', lineId)
    .replace('{id}', /clubs|people/.test(path) ? userId : itemId)

describe('every call', () => {
  it('is in this table, unless it is a page, and the table has no other calls', async () => {
    type Operation = { responses: { 200?: { content?: object } } }
    type Spec = { paths: Record<string, Record<string, Operation>> }
    const { body } = await portal.request<Spec>('GET', '/openapi.json')
    const calls = Object.entries(body.paths).flatMap(([path, operations]) =>
      Object.entries(operations)
        .filter(([, { responses }]) => !('text/html' in (responses[200]?.content ?? {})))
        .map(([method]) => `${method.toUpperCase()} ${path}`),
    )
    expect(calls.toSorted()).toEqual(Object.keys(ROWS).toSorted())
  })

  for (const [call, { targets = ['user'] as const, body, expects }] of Object.entries(ROWS)) {
    const [method = '', path = ''] = call.split(' ')
    for (const actor of ACTORS)
      for (const target of targets) {
        const outcome = expects(actor, target)
        const whose = targets.length > 1 ? ` (record: ${target})` : ''
        it(`${call} answers ${outcome} to ${actor}${whose}`, async () => {
          const names = await namesOf(target)
          const answer = await portal.request(method, fill(path, names), {
            ...(actor !== 'anonymous' && { token: await portal.signIn(members[actor]) }),
            ...(body && { body: body(names) }),
          })
          if (typeof outcome === 'number') return expect(answer.status).toBe(outcome)
          return expectProblem(answer, outcome)
        })
      }
  }
})
