/** The dearest legal requests, made from the description of the API: a new call or frame is among them without being named. */
import type { ListedEdition } from '#src/contract/editions.ts'
import type { HistoryPage } from '#src/contract/history.ts'
import { limits } from '#src/contract/limits.ts'
import { isOpenedTopic, isTopic } from '#src/contract/topics.ts'
import { mayHear } from '#src/rules/feeds.ts'
import type { Role } from '#src/contract/statuses.ts'
import type { OrderLine, StockItem } from '#src/contract/records.ts'
import { PASSWORD } from '#tests/support/cluster.ts'
import {
  dearLink,
  dearName,
  dearRemark,
  LONG_ROWS,
  ownRows,
  mailsOffTokenOf,
  newToken,
  type Person,
  type Scene,
} from './dear-store.ts'
import type { Asked } from '#tests/support/flood.ts'

type Schema = {
  $ref?: string
  type?: string
  format?: string
  nullable?: boolean
  example?: unknown
  enum?: unknown[]
  pattern?: string
  maxLength?: number
  minimum?: number
  maximum?: number
  maxItems?: number
  items?: Schema
  oneOf?: Schema[]
  anyOf?: Schema[]
  properties?: Record<string, Schema>
}
type Parameter = { name: string; in: string; schema: Schema }
type Operation = {
  security?: unknown[]
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}
export type Description = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

/** A request and who sends it; `null` is a visitor. */
export type Dear = Asked & { who: Person | null }
/** Makes the `n`th request of a kind; no two are alike where that is dearer. */
export type Maker = (n: number) => Dear

export type Kind = {
  name: string
  /** What one of them is answered; a success if absent. */
  status?: number
  /** It costs a hash of a password, for which others may have to wait; one too many waits in vain and gets 503. */
  hashes?: boolean
  /** An administrator's save of thousands of rows. It is one transaction, which cannot be parted, and their rows are counted by the hour. */
  isWhole?: boolean
  /** `statusOf` sends a request. */
  prepare(scene: Scene, statusOf: (dear: Dear) => Promise<number>): Promise<Maker>
  /** Puts right what others need. */
  tidy?(scene: Scene): Promise<unknown>
}

/** What the description cannot say of a call. */
type Override = Partial<Omit<Kind, 'name' | 'prepare'>> & {
  /** A word behind the name of the call, where it has several. */
  as?: string
  /** Makes the scene ready, and then the `n`th request. */
  make?(scene: Scene): Making | Promise<Making>
}
/** The path is that of the call if absent, and a visitor sends it. */
type Made = Partial<Omit<Dear, 'method'>>
type Making = (n: number) => Made

/** A body that one of the scene sends. */
const sentBy =
  (who: (scene: Scene) => Person | null) => (toBody: (n: number, scene: Scene) => unknown) => ({
    make: (scene: Scene) => (n: number) => ({ who: who(scene), body: toBody(n, scene) }),
  })
const byVisitor = sentBy(() => null)
const byClub = sentBy(({ club }) => club)
const byAdmin = sentBy(({ admin }) => admin)

/** Bodies have a limit; a list fills it. */
const BODY_BYTES = limits.bodyBytes - 10_000
/** Tokens of one account, for calls that end them. */
const TOKENS = 300
/** The lists of the description without a length. */
const ROWS = 300

/** As many rows as fit into a body. */
function fitting<Row>(most: number, toRow: (n: number) => Row): Row[] {
  const rows: Row[] = []
  let bytes = 0
  for (let n = 0; n < most; n++) {
    const row = toRow(n)
    bytes += Buffer.byteLength(JSON.stringify(row)) + 1
    if (bytes > BODY_BYTES) break
    rows.push(row)
  }
  return rows
}

const cycle = <T>(list: readonly T[], n: number): T => {
  const found = list[n % list.length]
  if (found === undefined) throw new Error('There is nothing to choose from.')
  return found
}

const openOrdering = async ({ ask, admin }: Scene) => {
  const window = { opensAt: null, closesAt: null, message: '' }
  await ask(admin, 'PUT', '/cart/ordering-window', window)
  await ask(admin, 'PUT', '/cart/confirm-disabled', { isConfirmDisabled: false })
}
const showDecisions = ({ ask, admin }: Scene) =>
  ask(admin, 'PUT', '/cart/decisions-held', { held: false })

const DEAR_PASSWORD = `${'\ufdfa'.repeat(limits.passwordLength - 2)}42`

/** Empties the carts of the other clubs, and answers the batches that undo it. */
async function removeCarts({ ask, admin, others }: Scene): Promise<string[]> {
  const batches: string[] = []
  for (const { cartId } of others) {
    const { batch } = await ask<{ batch?: string }>(admin, 'DELETE', `/cart/remove-cart/${cartId}`)
    if (batch) batches.push(batch)
  }
  return batches
}
/** Takes back every deletion of lines that nobody has taken back yet; the newest come first. */
async function restoreCarts({ ask, admin }: Scene): Promise<void> {
  type Page = { entries: { batch: string; undone?: unknown }[]; next: string | null }
  for (let next: string | null = ''; next !== null;) {
    const before: string = next && `&before=${next}`
    const path = `/cart/history?kind=line_deleted&limit=200${before}`
    const page: Page = await ask<Page>(admin, 'GET', path)
    const open = new Set(page.entries.flatMap(({ batch, undone }) => (undone ? [] : batch)))
    for (const batch of open) await ask(admin, 'POST', `/cart/history/${batch}/undo`)
    next = open.size > 0 ? page.next : null
  }
}

/** The lines of all clubs. */
const allLines = ({ club, others }: Scene): string[] =>
  [club, ...others].flatMap(({ lineIds }) => lineIds)

const signingIn = ({ email }: Person) => ({ email, password: PASSWORD })

/** An order of one item. */
const oneRow = (n: number, { club, itemIds }: Scene) => ({
  userId: club.id,
  items: [{ item_id: cycle(itemIds, n), ordered_quantity: 1 }],
})

/** The same decision about every line. */
const decisionsOf = (toChange: (n: number, at: number) => object): Override => ({
  isWhole: true,
  make(scene) {
    const lines = allLines(scene).slice(0, limits.changeRows)
    return (n) => ({
      who: cycle(scene.desks, 0),
      body: { items: fitting(lines.length, (at) => ({ _id: lines[at], ...toChange(n, at) })) },
    })
  },
})

/** The calls whose dearest request does not follow from the description. Some have several. */
const OVERRIDES: Record<string, Override | readonly Override[]> = {
  'POST /users/login': [
    { hashes: true, ...byVisitor((_, { club }) => signingIn(club)) },
    {
      as: 'from many known browsers',
      hashes: true,
      make:
        ({ devices, owner }) =>
        (n) => ({
          headers: { 'device-token': cycle(devices, n) },
          body: signingIn(owner),
        }),
    },
    {
      as: 'with a wrong password',
      hashes: true,
      status: 401,
      ...byVisitor((n) => ({ email: `nobody-${n}@campus.example`, password: DEAR_PASSWORD })),
    },
  ],
  'POST /users/request-code': byVisitor((n) => ({ email: `new-${n}@campus.example` })),
  'POST /users/register': {
    as: 'with a wrong code',
    hashes: true,
    status: 400,
    ...byVisitor((n) => ({
      email: `other-${n}@campus.example`,
      cordName: dearName(n),
      clubName: dearName(n + 1),
      mobile: '+91 98765 43210',
      password: DEAR_PASSWORD,
      verificationCode: '123456',
    })),
  },
  'POST /users/request-code-pass-reset': byVisitor((n, { others }) => ({
    email: cycle(others, n).email,
  })),
  'PUT /users/reset-password': {
    as: 'with a wrong code',
    hashes: true,
    status: 400,
    ...byVisitor((n, { others }) => ({
      email: cycle(others, n).email,
      newPassword: DEAR_PASSWORD,
      verificationCode: '123456',
    })),
  },
  'POST /users/logout': {
    async make({ club }) {
      const tokens = await Promise.all(Array.from({ length: TOKENS }, () => newToken(club)))
      return (n) => ({ who: { ...club, token: cycle(tokens, n) } })
    },
  },
  'PUT /users/preferences': byClub((n) => ({ orderMails: n % 2 === 1 })),
  'PATCH /users/me': byClub((n) => ({ cordName: dearName(n) })),
  'PUT /users/me/password': {
    as: 'with a wrong password',
    hashes: true,
    status: 422,
    ...byClub(() => ({ password: DEAR_PASSWORD, newPassword: `${PASSWORD} again` })),
  },
  'PUT /users/registration': {
    ...byAdmin((n) => ({ mode: n % 2 === 0 ? 'approval' : 'open' })),
    tidy: ({ ask, admin }) => ask(admin, 'PUT', '/users/registration', { mode: 'open' }),
  },
  'POST /users/invitations': byClub((n) => ({ email: `invited-${n}@campus.example` })),
  // an invitation is removed once
  'DELETE /users/invitations/{id}': {
    status: 404,
    make:
      ({ club }) =>
      () => ({ who: club, path: `/users/invitations/${Bun.randomUUIDv7()}` }),
  },
  'PATCH /users/clubs/{id}': {
    as: 'with all people that a club may have',
    make:
      ({ admin, crowdedClub }) =>
      (n) => ({
        who: admin,
        path: `/users/clubs/${crowdedClub}`,
        body: { name: dearName(80_000 + n), disabled: n % 2 === 0 },
      }),
  },
  'PATCH /users/people/{id}': {
    make:
      ({ admin, crowd }) =>
      (n) => ({
        who: admin,
        path: `/users/people/${cycle(crowd, n).id}`,
        body: { disabled: Math.floor(n / crowd.length) % 2 === 0 },
      }),
  },
  'GET /users/mails-off/account': {
    make:
      ({ club }) =>
      () => ({ path: `/users/mails-off/account?t=${mailsOffTokenOf(club)}` }),
  },
  'POST /users/mails-off': {
    make:
      ({ club }) =>
      () => ({ path: `/users/mails-off?t=${mailsOffTokenOf(club)}` }),
  },
  // only a mail that failed is sent again, and none has
  'POST /users/mails/{id}/send-again': { status: 404 },
  'POST /inventorys/inventory': byAdmin((n) => ({
    itemName: dearName(50_000 + n),
    itemQuantity: 1,
    itemStatus: 'disabled',
  })),
  'PATCH /inventorys/inventory/{id}': {
    async make({ ask, admin }) {
      const items = await ask<StockItem[]>(admin, 'GET', '/inventorys/inventory')
      return (n) => {
        const { _id, rev } = cycle(items, n)
        const path = `/inventorys/inventory/${_id}`
        return { who: admin, path, body: { rev, itemName: dearName(60_000 + n) } }
      }
    },
  },
  'POST /inventorys/stock-sheet': byAdmin((n, { itemIds }) => ({
    mode: 'count',
    rows: fitting(itemIds.length, (at) => ({
      _id: itemIds[at],
      itemName: dearName(70_000 + n * itemIds.length + at),
      place: String(n).padEnd(limits.placeLength, 'x'),
    })),
  })),
  'PUT /inventorys/update-inventory-items': [
    {
      isWhole: true,
      ...byAdmin((n, { itemIds }) =>
        fitting(itemIds.length, (at) => ({
          _id: itemIds[at],
          itemOrderedStatus: n % 2 === 0 ? 'Available' : 'Not Available',
          itemRemark: dearRemark(n),
        })),
      ),
    },
    {
      as: 'of one item many times',
      ...byAdmin((_, { itemIds }) => fitting(limits.changeRows, () => ({ _id: itemIds[0] }))),
    },
  ],
  'PUT /cart/confirm-disabled': {
    ...byAdmin((n) => ({ isConfirmDisabled: n % 2 === 0 })),
    tidy: openOrdering,
  },
  'PUT /cart/ordering-window': {
    ...byAdmin((n) => ({
      opensAt: null,
      closesAt: `20${60 + (n % 30)}-11-22T14:03:11Z`,
      message: String(n).padEnd(limits.windowMessageLength, '\ufdfa'),
    })),
    tidy: openOrdering,
  },
  'DELETE /cart/remove-cart/{cart_id}': {
    make:
      ({ admin, others }) =>
      (n) => ({
        who: admin,
        path: `/cart/remove-cart/${cycle(others, n).cartId}?reason=${encodeURIComponent(dearRemark(n))}`,
      }),
    tidy: restoreCarts,
  },
  'DELETE /cart/remove-item/{cartId}/{itemName}': [
    {
      make:
        ({ admin, others }) =>
        (n) => {
          const { cartId, lineIds } = cycle(others, n)
          const line = cycle(lineIds, Math.floor(n / others.length))
          const reason = encodeURIComponent(dearRemark(n))
          return { who: admin, path: `/cart/remove-item/${cartId}/${line}?reason=${reason}` }
        },
      tidy: restoreCarts,
    },
    {
      as: 'of its own order',
      make:
        ({ club }) =>
        (n) => ({ who: club, path: `/cart/remove-item/${club.id}/${cycle(club.lineIds, n)}` }),
      tidy: restoreCarts,
    },
  ],
  'PATCH /cart/lines/{lineId}': {
    async make({ ask, club }) {
      const [line] = await ask<OrderLine[]>(club, 'GET', `/cart/cart-items-final/${club.id}`)
      const asked = line?.ordered_quantity ?? 0
      return (n) => ({
        who: club,
        path: `/cart/lines/${line?._id}`,
        body: { ordered_quantity: asked + ((n + 1) % 2), was: asked + (n % 2) },
      })
    },
  },
  'POST /cart/add-items': [
    { as: 'one row of a full order', ...byClub(oneRow) },
    {
      as: 'many rows with new links',
      ...byClub((n, { club, ownNames }) => ({
        userId: club.id,
        items: ownRows(ownNames.slice(0, LONG_ROWS), n),
      })),
    },
    {
      as: 'with a key each',
      make: (scene) => (n) => ({
        who: scene.club,
        headers: { 'idempotency-key': crypto.randomUUID() },
        body: oneRow(n, scene),
      }),
    },
    {
      as: 'of 1 MB that is refused',
      status: 422,
      ...byClub((_, { club }) => ({
        userId: club.id,
        items: fitting(Infinity, (at) => ({ itemName: dearName(at), ordered_quantity: 1 })),
      })),
    },
  ],
  'POST /cart/add-custom-item': byClub((n, { club, ownNames }) => ({
    userId: club.id,
    ...ownRows([cycle(ownNames, n)], n)[0],
  })),
  'PUT /cart/update-multiple-cart-items': [
    { as: 'many remarks', ...decisionsOf((n, at) => ({ remarks: dearRemark(n * 7 + at) })) },
    {
      as: 'a status of every line',
      ...decisionsOf((n) => ({ status: cycle(['Pending', 'Ordered from online retailer'], n) })),
    },
  ],
  'POST /cart/hand-over': {
    async make({ ask, admin, club, desks }) {
      const given = club.lineIds.map((_id) => ({ _id, allotted_quantity: 10_000 }))
      await ask(admin, 'PUT', '/cart/update-multiple-cart-items', { items: given })
      return (n) => ({
        who: cycle(desks, 1),
        body: {
          user_id: club.id,
          to: dearName(n),
          lines: Array.from({ length: limits.handOverRows }, (_, at) => ({
            _id: cycle(club.lineIds, at),
            quantity: 1,
          })),
        },
      })
    },
  },
  'GET /cart/pickup': [
    {
      as: 'with the key of the screen',
      async make({ ask, admin }) {
        const { url } = await ask<{ url: string }>(admin, 'POST', '/cart/pickup-screen')
        const [, key = ''] = url.split('#')
        return () => ({ headers: { 'pickup-key': key } })
      },
    },
    { as: 'with a wrong key', status: 404 },
  ],
  'PUT /cart/decisions-held': { ...byAdmin((n) => ({ held: n % 2 === 0 })), tidy: showDecisions },
  'POST /cart/announce': {
    as: 'of something held of every line',
    async make(scene) {
      const { ask, admin } = scene
      await ask(admin, 'PUT', '/cart/decisions-held', { held: true })
      const lines = allLines(scene).slice(0, limits.changeRows)
      const items = fitting(lines.length, (at) => ({ _id: lines[at], allotted_quantity: 1 }))
      await ask(admin, 'PUT', '/cart/update-multiple-cart-items', { items })
      return () => ({ who: admin, body: {} })
    },
    tidy: showDecisions,
  },
  'GET /cart/editions/{editionId}': (['admin', 'club'] as const).map((reader) => ({
    as: `of each in turn, by ${reader}`,
    async make(scene) {
      const who = scene[reader]
      const all = await scene.ask<ListedEdition[]>(who, 'GET', '/cart/editions')
      return (n) => ({ who, path: `/cart/editions/${cycle(all, n)._id}` })
    },
  })),
  'PATCH /cart/editions/current': byAdmin((n) => ({
    name: dearName(90_000 + n).slice(0, limits.editionNameLength),
  })),
  // under one key: the first one ends the edition of all lines
  'POST /cart/editions/end': {
    isWhole: true,
    async make({ ask, admin }) {
      const [current] = await ask<ListedEdition[]>(admin, 'GET', '/cart/editions')
      const body = { edition: current?._id, next: 'APOGEE 2027', leftovers: 'shelf' }
      const headers = { 'idempotency-key': Bun.randomUUIDv7() }
      return () => ({ who: admin, headers, body })
    },
    async tidy(scene) {
      const { ask, admin } = scene
      const path = '/cart/history?kind=edition_ended&limit=1'
      const { entries } = await ask<HistoryPage>(admin, 'GET', path)
      await ask(admin, 'POST', `/cart/history/${entries[0]?.batch}/undo`)
      await openOrdering(scene)
    },
  },
  'POST /cart/history/{batch}/undo': {
    async make(scene) {
      const batches = await removeCarts(scene)
      return (n) => ({ who: scene.admin, path: `/cart/history/${cycle(batches, n)}/undo` })
    },
    tidy: restoreCarts,
  },
  // without a handshake; those with one are among the frames
  'GET /live': { status: 426 },
}

/** The ids of the scene by the names of parameters and fields. An id that is not here is one that nothing has. */
const IDS: Record<string, (scene: Scene, n: number) => string> = {
  userId: ({ club }) => club.id,
  club: ({ club }) => club.id,
  cart_id: ({ club }) => club.cartId,
  cartId: ({ club }) => club.cartId,
  item: ({ itemIds }, n) => cycle(itemIds, n),
  item_id: ({ itemIds }, n) => cycle(itemIds, n),
  line: ({ club }, n) => cycle(club.lineIds, n),
  by: ({ admin }) => admin.id,
  before: ({ secondPage }) => secondPage,
}

/** Texts that are dear in one way or another; the first that fits a schema is taken. */
const textsOf = (length: number, n: number): string[] => [
  String(n).padEnd(length, '\ufdfa'),
  dearLink(n),
  dearName(n),
  `${n}`,
]

type Audience = Role | 'visitor'
const WORDS: Record<Audience, string> = {
  visitor: 'a visitor',
  user: 'a club',
  bosslevel: 'an administrator',
}
const AUDIENCES = ['visitor', 'user', 'bosslevel'] as const satisfies Audience[]

type Frames = {
  name: string
  type: string
  who: Audience
  /** A page says it once, when it opens. */
  isOpening: boolean
  /** What a page says, again and again. */
  toFrames: (token: string | undefined) => unknown[]
}

/** Whether somebody's page may name the topic. */
const hears = (who: Audience, topic: unknown): boolean =>
  topic === undefined || (isTopic(topic) && mayHear(topic, who === 'visitor' ? null : who))

/** A page opens a topic before it asks for it or closes it, and closes it before it opens it again. */
function sequence(type: string, topic: unknown, frame: unknown): unknown[] {
  if (type === 'open') return [frame, { type: 'close', topic }]
  return isOpenedTopic(topic) ? [{ type: 'open', topic }, frame] : [frame]
}

/** What the description says of a call, or of a frame, in its dearest form. */
export function readDescription({ paths, components }: Description) {
  const resolve = (schema: Schema): Schema =>
    schema.$ref ? resolve(components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}) : schema

  /** The dearest value of a schema; `name` is that of its field. */
  function dearest(given: Schema, name: string, scene: Scene, n: number): unknown {
    const schema = resolve(given)
    const { type, format, example, maximum, properties } = schema
    const alternatives = schema.oneOf ?? schema.anyOf
    if (alternatives) return dearest(cycle(alternatives, n), name, scene, n)
    if (schema.enum) return cycle(schema.enum, n)
    if (format === 'uuid') return IDS[name]?.(scene, n) ?? Bun.randomUUIDv7()
    if (format === 'date-time') return new Date(Date.UTC(2000, 0, 1) + n).toISOString()
    if (type === 'boolean') return n % 2 === 0
    if (type === 'array')
      return fitting(schema.maxItems ?? ROWS, (at) =>
        dearest(schema.items ?? {}, name, scene, n + at),
      )
    if (properties)
      return Object.fromEntries(
        Object.entries(properties).map(([field, own]) => [field, dearest(own, field, scene, n)]),
      )
    if (type === 'integer' || type === 'number') return maximum ?? n
    const pattern = new RegExp(schema.pattern ?? '', 'u')
    const length = schema.maxLength ?? limits.nameLength
    const text = textsOf(length, n).find((one) => one.length <= length && pattern.test(one))
    return text ?? example ?? ''
  }

  /** Makes requests from the description alone, with these filters. */
  const usual =
    (method: string, path: string, operation: Operation, filters: readonly string[]) =>
    (scene: Scene, who: Person | null): Maker =>
    (n) => {
      const { parameters = [], requestBody } = operation
      const schema = requestBody?.content['application/json']?.schema
      const value = ({ name, schema: own }: Parameter) =>
        encodeURIComponent(String(dearest(own, name, scene, n)))
      const named = parameters
        .filter((parameter) => parameter.in === 'path')
        .reduce((text, one) => text.replace(`{${one.name}}`, value(one)), path)
      const query = parameters
        .filter((one) => one.in === 'query' && [...filters, 'limit'].includes(one.name))
        .map((one) => `${one.name}=${value(one)}`)
        .join('&')
      return {
        who,
        method,
        path: query ? `${named}?${query}` : named,
        // some clients ask for a smaller answer, which takes work
        headers: n % 2 === 0 ? {} : { 'accept-encoding': 'gzip' },
        ...(schema && { body: dearest(schema, '', scene, n) }),
      }
    }

  /** A club sends it, or an administrator if clubs may not. */
  const asWhoMay =
    ({ security = [] }: Operation, make: ReturnType<typeof usual>): Kind['prepare'] =>
    async (scene, statusOf) => {
      if (security.length === 0) return make(scene, null)
      const ofClub = make(scene, scene.club)
      return (await statusOf(ofClub(0))) === 403 ? make(scene, scene.admin) : ofClub
    }

  const calls = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      call: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase(),
      path,
      operation,
    })),
  )

  return {
    /** The names of all calls. */
    calls: calls.map(({ call }) => call),

    /** Every call at its dearest, and each of its filters alone. Calls that only read come first. */
    kinds(): Kind[] {
      const made = calls.flatMap(({ call, method, path, operation }): Kind[] => {
        const filters = (operation.parameters ?? [])
          .filter((one) => one.in === 'query' && one.name !== 'limit')
          .map(({ name }) => name)
        const ofFilters = (names: string[]) =>
          asWhoMay(operation, usual(method, path, operation, names))
        const overrides = OVERRIDES[call]
        if (!overrides)
          return [
            { name: call, prepare: ofFilters([]) },
            ...filters.map((name) => ({
              name: `${call}, by ${name}`,
              prepare: ofFilters([name]),
            })),
          ]
        return [overrides].flat().map(({ as: word, make, ...given }) => ({
          ...given,
          name: word ? `${call}, ${word}` : call,
          async prepare(scene, statusOf) {
            if (!make) return ofFilters([])(scene, statusOf)
            const own = await make(scene)
            return (n) => ({ who: null, method, path, ...own(n) })
          },
        }))
      })
      const writes = ({ name }: Kind) => Number(!name.startsWith('GET'))
      return made.toSorted((a, b) => writes(a) - writes(b))
    },

    /** Every frame that a page sends, for each topic that it may name. */
    frames(): Frames[] {
      const schemas = (components.schemas['LiveClientFrame']?.anyOf ?? []).map(resolve)
      return schemas.flatMap(({ properties = {} }) => {
        const type = String(properties['type']?.enum?.[0])
        const topics = properties['topic']?.enum ?? [undefined]
        const isSent = (who: Audience, topic: unknown) =>
          hears(who, topic) && (who !== 'visitor' || type !== 'token')
        return AUDIENCES.flatMap((who) =>
          topics
            .filter((topic) => isSent(who, topic))
            .map((topic) => ({
              name: [type, ...(topic === undefined ? [] : [topic]), `of ${WORDS[who]}`].join(' '),
              type,
              who,
              isOpening: type === 'hello',
              toFrames: (token: string | undefined) =>
                sequence(type, topic, {
                  type,
                  ...(topic !== undefined && { topic }),
                  ...(properties['token'] && { token }),
                }),
            })),
        )
      })
    },
  }
}
