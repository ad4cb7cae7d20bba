// The fast, careful Node choice: Fastify 5 with JSON schemas for bodies and replies, @fastify/jwt, @fastify/websocket (ws), better-sqlite3.
import { createHash, randomUUID, scryptSync } from 'node:crypto'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import fastifyJwt from '@fastify/jwt'
import fastifyWebsocket from '@fastify/websocket'
import Fastify from 'fastify'
import { openStore, PRAGMAS, Refused } from './store.mjs'

const db = new Database(join(process.env.DATA_DIR, 'bench.sqlite'))
for (const pragma of PRAGMAS) db.pragma(pragma)
const store = openStore(
  db,
  (text) => createHash('sha256').update(text).digest('base64url'),
  randomUUID,
)
const setOrdering = db.transaction(store.setOrdering).immediate
const placeOrder = db.transaction(store.placeOrder).immediate
const allot = db.transaction(store.allot).immediate

const app = Fastify({ logger: false, bodyLimit: 256 * 1024 })
await app.register(fastifyJwt, {
  secret: process.env.JWT_SECRET,
  sign: { algorithm: 'HS256', iss: 'bench', aud: 'bench', expiresIn: '1h' },
  verify: { algorithms: ['HS256'], allowedIss: 'bench', allowedAud: 'bench' },
})
await app.register(fastifyWebsocket, {
  options: { perMessageDeflate: false, maxPayload: 65536, clientTracking: false },
})

const topics = new Map()
const join_ = (topic, socket) => {
  if (!topics.has(topic)) topics.set(topic, new Set())
  topics.get(topic).add(socket)
  socket.on('close', () => topics.get(topic).delete(socket))
}
const publish = (topic, message) => {
  const sockets = topics.get(topic)
  if (!sockets?.size) return
  const data = Buffer.from(JSON.stringify(message))
  for (const socket of sockets) if (socket.readyState === 1) socket.send(data, { binary: false })
}

const signedIn = async (request) => {
  try {
    await request.jwtVerify()
  } catch {
    throw new Refused(401, 'unauthorized', 'Sign in.')
  }
  const row = store.userById(request.user.sub)
  if (row?.token_version !== request.user.ver)
    throw new Refused(401, 'unauthorized', 'Sign in again.')
  request.account = { id: request.user.sub, role: row.role }
}
app.decorateRequest('account', null)
const boss = async (request) => {
  if (request.account.role !== 'bosslevel') throw new Refused(403, 'forbidden', 'Not yours.')
}
app.setErrorHandler((error, request, reply) => {
  if (error instanceof Refused) return reply.status(error.status).send(error.body)
  if (error.validation)
    return reply.status(422).send({ message: error.message, error: error.message, code: 'invalid' })
  reply.status(error.statusCode ?? 500).send({ message: 'Something went wrong.' })
})

const text = { type: 'string' },
  whole = { type: 'integer' }
const object = (properties, required = Object.keys(properties)) => ({
  type: 'object',
  additionalProperties: false,
  required,
  properties,
})
const line = object({
  _id: text,
  itemName: text,
  ordered_quantity: whole,
  allotted_quantity: whole,
  status: text,
  remarks: text,
  link: text,
})
const stockItem = object({
  _id: text,
  itemName: text,
  itemQuantity: whole,
  itemStatus: text,
  rev: whole,
})
const flag = object({ isConfirmDisabled: { type: 'boolean' } })

app.get('/health/ready', async () => 'ok')
app.post(
  '/users/login',
  { schema: { body: object({ email: text, password: text }) } },
  async (request) => {
    const row = store.userByEmail(request.body.email)
    const [salt, hash] = (row?.password ?? '00:00').split(':')
    if (!row || scryptSync(request.body.password, salt, 32).toString('hex') !== hash)
      throw new Refused(401, 'unauthorized', 'Invalid email or password.')
    return {
      token: app.jwt.sign({ sub: row.id, ver: row.token_version }),
      user: { id: row.id, access: row.role },
    }
  },
)
app.get(
  '/inventorys/inventory',
  {
    onRequest: [signedIn, boss],
    schema: { response: { 200: { type: 'array', items: stockItem } } },
  },
  async () => store.list(),
)
app.get('/cart/confirm-disabled', { schema: { response: { 200: flag } } }, async () =>
  store.ordering(),
)
app.put(
  '/cart/confirm-disabled',
  { onRequest: [signedIn, boss], schema: { body: flag, response: { 200: flag } } },
  async (request) => {
    const { isConfirmDisabled } = request.body
    const { rev } = setOrdering(isConfirmDisabled)
    publish('ordering', {
      type: 'state',
      topic: 'ordering',
      epoch: 'e1',
      rev,
      data: { isConfirmDisabled },
    })
    return { isConfirmDisabled }
  },
)
app.post(
  '/cart/add-items',
  {
    onRequest: signedIn,
    schema: {
      headers: {
        type: 'object',
        required: ['idempotency-key'],
        properties: { 'idempotency-key': { type: 'string', pattern: '^[0-9a-f-]{36}$' } },
      },
      body: object({
        userId: text,
        items: {
          type: 'array',
          minItems: 1,
          maxItems: 200,
          items: object({
            item_id: text,
            ordered_quantity: { type: 'integer', minimum: 1, maximum: 10_000 },
          }),
        },
      }),
      response: { 200: object({ message: text, items: { type: 'array', items: line } }) },
    },
  },
  async (request, reply) => {
    const { userId, items } = request.body
    if (userId !== request.account.id && request.account.role !== 'bosslevel')
      throw new Refused(403, 'forbidden', 'Not yours.')
    const answer = placeOrder(
      userId,
      request.headers['idempotency-key'],
      JSON.stringify(request.body),
      items,
    )
    publish(`orders:${userId}`, { type: 'state', topic: 'orders' })
    publish('carts', { type: 'state', topic: 'carts' })
    return reply.type('application/json').serializer(String).send(answer) // already text, because the store remembers it as text
  },
)
app.put(
  '/cart/update-multiple-cart-items',
  {
    onRequest: [signedIn, boss],
    schema: {
      body: object({
        items: {
          type: 'array',
          minItems: 1,
          maxItems: 200,
          items: object({
            _id: text,
            allotted_quantity: { type: 'integer', minimum: -1_000_000, maximum: 1_000_000 },
          }),
        },
      }),
      response: { 200: object({ message: text, updated: whole }) },
    },
  },
  async (request) => {
    const { clubs, updated } = allot(request.account.id, request.body.items)
    for (const topic of ['inventory', 'carts', ...[...clubs].map((club) => `orders:${club}`)])
      publish(topic, { type: 'state', topic })
    return { message: 'Saved.', updated }
  },
)
app.get('/live', { websocket: true }, (socket) => {
  join_('ordering', socket)
  const { rev, isConfirmDisabled } = store.ordering()
  socket.send(
    JSON.stringify({
      type: 'state',
      topic: 'ordering',
      epoch: 'e1',
      rev,
      data: { isConfirmDisabled },
    }),
  )
})
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
process.on('SIGTERM', () => {
  db.close()
  process.exit(0)
})
