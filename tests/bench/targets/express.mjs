// What a Node developer would most likely have written: Express 5, Socket.IO 4, jsonwebtoken, better-sqlite3; a few checks by hand.
import { createServer } from 'node:http'
import { createHash, createSecretKey, randomUUID, scryptSync } from 'node:crypto'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import express from 'express'
import jwt from 'jsonwebtoken'
import { Server } from 'socket.io'
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

const app = express()
app.disable('x-powered-by')
const server = createServer(app)
const io = new Server(server, { transports: ['websocket'], serveClient: false })
io.engine.on('connection', (socket) => {
  socket.request = null
}) // Socket.IO's own advice for less memory
io.on('connection', (socket) => {
  socket.join('ordering')
  const { rev, isConfirmDisabled } = store.ordering()
  socket.emit('state', { topic: 'ordering', epoch: 'e1', rev, data: { isConfirmDisabled } })
})

// A key object, because jsonwebtoken 9 first tries to read a string as a public key, which costs 0.3 ms for every token.
const secret = createSecretKey(Buffer.from(process.env.JWT_SECRET))
const signedIn = (request, response, next) => {
  let claims
  try {
    claims = jwt.verify((request.headers.authorization ?? '').slice(7), secret, {
      algorithms: ['HS256'],
      issuer: 'bench',
      audience: 'bench',
    })
  } catch {
    throw new Refused(401, 'unauthorized', 'Sign in.')
  }
  const row = store.userById(claims.sub)
  if (row?.token_version !== claims.ver) throw new Refused(401, 'unauthorized', 'Sign in again.')
  request.user = { id: claims.sub, role: row.role }
  next()
}
const boss = (request, response, next) => {
  if (request.user.role !== 'bosslevel') throw new Refused(403, 'forbidden', 'Not yours.')
  next()
}
const whole = (value, min, max) => Number.isInteger(value) && value >= min && value <= max
const rows = (value) => {
  if (!Array.isArray(value) || value.length < 1 || value.length > 200)
    throw new Refused(422, 'invalid', 'items: 1 to 200 rows.')
  return value
}

app.use(
  express.json({
    limit: '256kb',
    verify: (request, response, buffer) => {
      request.raw = buffer
    },
  }),
)
app.get('/health/ready', (request, response) => {
  response.send('ok')
})
app.post('/users/login', (request, response) => {
  const row = store.userByEmail(request.body.email)
  const [salt, hash] = (row?.password ?? '00:00').split(':')
  if (!row || scryptSync(request.body.password, salt, 32).toString('hex') !== hash)
    throw new Refused(401, 'unauthorized', 'Invalid email or password.')
  response.json({
    token: jwt.sign({ ver: row.token_version }, secret, {
      subject: row.id,
      expiresIn: 3600,
      issuer: 'bench',
      audience: 'bench',
    }),
    user: { id: row.id, access: row.role },
  })
})
app.get('/inventorys/inventory', signedIn, boss, (request, response) => {
  response.json(store.list())
})
app.get('/cart/confirm-disabled', (request, response) => {
  response.json(store.ordering())
})
app.put('/cart/confirm-disabled', signedIn, boss, (request, response) => {
  const { isConfirmDisabled } = request.body
  if (typeof isConfirmDisabled !== 'boolean')
    throw new Refused(422, 'invalid', 'isConfirmDisabled: true or false.')
  const { rev } = setOrdering(isConfirmDisabled)
  io.to('ordering').emit('state', {
    topic: 'ordering',
    epoch: 'e1',
    rev,
    data: { isConfirmDisabled },
  })
  response.json({ isConfirmDisabled })
})
app.post('/cart/add-items', signedIn, (request, response) => {
  const { userId, items } = request.body
  const key = request.headers['idempotency-key']
  if (userId !== request.user.id && request.user.role !== 'bosslevel')
    throw new Refused(403, 'forbidden', 'Not yours.')
  if (!key) throw new Refused(422, 'invalid', 'Idempotency-Key is missing.')
  for (const row of rows(items))
    if (typeof row.item_id !== 'string' || !whole(row.ordered_quantity, 1, 10_000))
      throw new Refused(422, 'invalid', 'A row is wrong.')
  const answer = placeOrder(userId, key, request.raw, items)
  io.to(`orders:${userId}`).emit('state', { topic: 'orders' })
  io.to('carts').emit('state', { topic: 'carts' })
  response.type('json').send(answer)
})
app.put('/cart/update-multiple-cart-items', signedIn, boss, (request, response) => {
  const { items } = request.body
  for (const row of rows(items))
    if (typeof row._id !== 'string' || !whole(row.allotted_quantity, -1_000_000, 1_000_000))
      throw new Refused(422, 'invalid', 'A row is wrong.')
  const { clubs, updated } = allot(request.user.id, items)
  for (const topic of ['inventory', 'carts', ...[...clubs].map((club) => `orders:${club}`)])
    io.to(topic).emit('state', { topic })
  response.json({ message: 'Saved.', updated })
})
app.use((error, request, response, next) => {
  if (error instanceof Refused) return response.status(error.status).json(error.body)
  response.status(error.status ?? 500).json({ message: 'Something went wrong.' })
})
server.listen(Number(process.env.PORT), '127.0.0.1')
process.on('SIGTERM', () => {
  db.close()
  process.exit(0)
})
