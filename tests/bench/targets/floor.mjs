/** The least a Bun program can do: Bun.serve, bun:sqlite, an HMAC of its own, Bun's publish. No framework, no validation of bodies. */
import { Database } from 'bun:sqlite'
import { scryptSync, timingSafeEqual } from 'node:crypto'
import { join } from 'node:path'
import { openStore, PRAGMAS, Refused } from './store.mjs'

const db = new Database(join(process.env.DATA_DIR, 'bench.sqlite'), { strict: true })
for (const pragma of PRAGMAS) db.run(`PRAGMA ${pragma}`)
const store = openStore(
  db,
  (text) => Bun.hash(text).toString(36),
  () => Bun.randomUUIDv7(),
)

const secret = process.env.JWT_SECRET
const b64 = (value) => Buffer.from(JSON.stringify(value)).toString('base64url')
const head = b64({ alg: 'HS256', typ: 'JWT' })
const mac = (text) => new Bun.CryptoHasher('sha256', secret).update(text).digest()
const sign = (claims) => {
  const text = `${head}.${b64(claims)}`
  return `${text}.${mac(text).toString('base64url')}`
}
function who(request) {
  const header = request.headers.get('authorization')
  const cut = header?.lastIndexOf('.') ?? -1
  if (!header?.startsWith('Bearer ') || cut < 0) throw new Refused(401, 'unauthorized', 'Sign in.')
  const text = header.slice(7, cut),
    given = Buffer.from(header.slice(cut + 1), 'base64url'),
    real = mac(text)
  if (!text.startsWith(`${head}.`) || given.length !== 32 || !timingSafeEqual(given, real))
    throw new Refused(401, 'unauthorized', 'Sign in.')
  const claims = JSON.parse(Buffer.from(text.slice(head.length + 1), 'base64url').toString())
  const row = store.userById(claims.sub)
  if (
    claims.exp * 1000 < Date.now() ||
    claims.iss !== 'bench' ||
    claims.aud !== 'bench' ||
    row?.token_version !== claims.ver
  )
    throw new Refused(401, 'unauthorized', 'Sign in again.')
  return { id: claims.sub, role: row.role }
}
const boss = (request) => {
  const user = who(request)
  if (user.role !== 'bosslevel') throw new Refused(403, 'forbidden', 'Not yours.')
  return user
}

const begin = db.prepare('BEGIN IMMEDIATE')
const commit = db.prepare('COMMIT')
const rollback = db.prepare('ROLLBACK')
/** One commit for each command. */
function atomically(run) {
  begin.run()
  try {
    const result = run()
    commit.run()
    return result
  } catch (error) {
    rollback.run()
    throw error
  }
}

const state = (topic, rev, data) => JSON.stringify({ type: 'state', topic, epoch: 'e1', rev, data })
const json = { 'content-type': 'application/json' }
const guarded = (run) => async (request) => {
  try {
    return await run(request)
  } catch (error) {
    if (error instanceof Refused) return Response.json(error.body, { status: error.status })
    throw error
  }
}
const server = Bun.serve({
  port: Number(process.env.PORT),
  hostname: '127.0.0.1',
  reusePort: false,
  routes: {
    '/health/ready': new Response('ok'),
    '/users/login': {
      POST: guarded(async (request) => {
        const { email, password } = await request.json()
        const row = store.userByEmail(email)
        const [salt, hash] = (row?.password ?? '00:00').split(':')
        if (!row || scryptSync(password, salt, 32).toString('hex') !== hash)
          throw new Refused(401, 'unauthorized', 'Invalid email or password.')
        const now = Math.floor(Date.now() / 1000)
        return Response.json({
          token: sign({
            sub: row.id,
            ver: row.token_version,
            iat: now,
            exp: now + 3600,
            iss: 'bench',
            aud: 'bench',
          }),
          user: { id: row.id, access: row.role },
        })
      }),
    },
    '/inventorys/inventory': {
      GET: guarded((request) => {
        boss(request)
        return new Response(JSON.stringify(store.list()), { headers: json })
      }),
    },
    '/cart/confirm-disabled': {
      GET: () => Response.json(store.ordering()),
      PUT: guarded(async (request) => {
        boss(request)
        const { isConfirmDisabled } = await request.json()
        const { rev } = atomically(() => store.setOrdering(isConfirmDisabled))
        server.publish('ordering', state('ordering', rev, { isConfirmDisabled }))
        return Response.json({ isConfirmDisabled })
      }),
    },
    '/cart/add-items': {
      POST: guarded(async (request) => {
        const user = who(request)
        const raw = await request.text()
        const body = JSON.parse(raw)
        if (body.userId !== user.id && user.role !== 'bosslevel')
          throw new Refused(403, 'forbidden', 'Not yours.')
        const answer = atomically(() =>
          store.placeOrder(body.userId, request.headers.get('idempotency-key'), raw, body.items),
        )
        server.publish(`orders:${body.userId}`, answer)
        server.publish('carts', '{"type":"state","topic":"carts"}')
        return new Response(answer, { headers: json })
      }),
    },
    '/cart/update-multiple-cart-items': {
      PUT: guarded(async (request) => {
        const user = boss(request)
        const { items } = await request.json()
        const { clubs, updated } = atomically(() => store.allot(user.id, items))
        for (const topic of ['inventory', 'carts', ...[...clubs].map((club) => `orders:${club}`)])
          server.publish(topic, `{"type":"state","topic":"${topic}"}`)
        return Response.json({ message: 'Saved.', updated })
      }),
    },
    '/live': (request, server) =>
      server.upgrade(request) ? undefined : new Response('no', { status: 400 }),
  },
  websocket: {
    open(socket) {
      socket.subscribe('ordering')
      const { rev, isConfirmDisabled } = store.ordering()
      socket.send(state('ordering', rev, { isConfirmDisabled }))
    },
    message() {},
  },
})
process.on('SIGTERM', () => {
  db.close()
  process.exit(0)
})
