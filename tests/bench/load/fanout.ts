/**
 * Holds sockets in a process of its own, sends the administrator's flips itself (one clock for both ends) and notes when each
 * socket received each. Raw TCP with just enough WebSocket and Socket.IO to join, to answer pings and to see a message: the same
 * bytes are searched for every target. Reads a plan as JSON from standard input, writes a result to standard output.
 */
import type { Socket, SocketHandler } from 'bun'

type Flip = { request: string; receipt: string }

export type FanoutPlan = {
  port: number
  sockets: number
  flips: number
  protocol: 'plain' | 'hello' | 'socketio'
  path: string
  on: Flip
  off: Flip
}

export type FanoutResult = {
  /** Milliseconds from the sending of each flip to its last receipt. */
  last: number[]
  /** Receipts that did not come, and flips that the server refused. */
  lost: number
  refused: number
}

const WARM_UPS = 3
const OPEN_AT_ONCE = 100
const PAUSE_MS = 30
const PATIENCE_MS = 20_000

const TEXT = 1
const PING = 0x89

const plan: FanoutPlan = JSON.parse(await Bun.stdin.text())
const { protocol, port } = plan

/** A client's frame, masked with zeros, which is a legal mask. */
function toFrame(opcode: number, text: string): Uint8Array {
  const body = new TextEncoder().encode(text)
  return new Uint8Array([0x80 | opcode, 0x80 | body.length, 0, 0, 0, 0, ...body])
}
const PONG = toFrame(10, '')
const SOCKETIO_JOIN = toFrame(TEXT, '40')
const SOCKETIO_PONG = toFrame(TEXT, '3')
const HELLO = toFrame(TEXT, '{"type":"hello"}')

const UPGRADE = [
  `GET ${plan.path} HTTP/1.1`,
  `Host: 127.0.0.1:${port}`,
  `Origin: http://127.0.0.1:${port}`,
  'Upgrade: websocket',
  'Connection: Upgrade',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  ...(protocol === 'hello' ? ['Sec-WebSocket-Protocol: portal.v1'] : []),
  '\r\n',
].join('\r\n')

type State = {
  /** What came before the first state. */
  text: string
  isUpgraded: boolean
  isReady: boolean
  /** The last flip that it received. */
  flip: number
  /** A part of the message in an earlier chunk. */
  rest: string
  whenReady: () => void
}

const sockets: Socket<State>[] = []
let closed = 0
/** What is waited for: the flip's number and its text. */
let flips = 0
let wanted: string | null = null
let received = 0
let lastAt = 0
let whenAllReceived = () => {}

function join(socket: Socket<State>, chunk: Buffer) {
  const state = socket.data
  state.text += chunk.toString('latin1')
  if (!state.text.startsWith('HTTP/1.1 101')) {
    console.error(state.text.slice(0, 200))
    socket.end()
    return
  }
  if (!state.isUpgraded && state.text.includes('\r\n\r\n')) {
    state.isUpgraded = true
    if (protocol === 'socketio') socket.write(SOCKETIO_JOIN)
    if (protocol === 'hello') socket.write(HELLO)
  }
  if (!state.text.includes('isConfirmDisabled')) return
  state.isReady = true
  state.text = ''
  state.whenReady()
}

function look(state: State, chunk: Buffer, text: string): void {
  const seen = state.rest + chunk.toString('latin1')
  if (!seen.includes(text)) {
    state.rest = seen
    return
  }
  state.rest = ''
  state.flip = flips
  received += 1
  lastAt = performance.now()
  if (received === sockets.length) whenAllReceived()
}

const handler: SocketHandler<State> = {
  data(socket, chunk) {
    const state = socket.data
    if (!state.isReady) return join(socket, chunk)
    if (wanted && state.flip !== flips) {
      look(state, chunk, wanted)
      if (state.flip === flips) return
    }
    if (chunk[0] === PING) socket.write(PONG)
    // "2", a ping of Engine.IO
    if (protocol === 'socketio' && chunk.length === 3 && chunk[2] === 0x32) {
      socket.write(SOCKETIO_PONG)
      state.rest = ''
    }
  },
  close: () => void closed++,
  error: () => void closed++,
}

async function open(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const socket = await Bun.connect<State>({
    hostname: '127.0.0.1',
    port,
    data: {
      text: '',
      isUpgraded: false,
      isReady: false,
      flip: 0,
      rest: '',
      whenReady: resolve,
    },
    socket: handler,
  })
  sockets.push(socket)
  socket.write(UPGRADE)
  await promise
}

/** The administrator's connection, a new one for each flip: a server may have closed one that was idle while sockets came in. */
async function connectAdmin() {
  const { promise: status, resolve } = Promise.withResolvers<number>()
  const socket = await Bun.connect({
    hostname: '127.0.0.1',
    port,
    socket: {
      data(_socket, chunk) {
        resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(chunk.toString('latin1'))?.[1] ?? 0))
      },
    },
  })
  return { socket, status }
}

async function flip() {
  flips += 1
  const { request, receipt } = flips % 2 === 1 ? plan.on : plan.off
  received = 0
  lastAt = 0
  wanted = receipt
  const all = Promise.withResolvers<void>()
  whenAllReceived = all.resolve
  const admin = await connectAdmin()
  if (sockets.length === 0) all.resolve()
  let status = 0
  const done = Promise.all([all.promise, admin.status.then((code) => void (status = code))])
  const start = performance.now()
  admin.socket.write(request)
  await Promise.race([done, Bun.sleep(PATIENCE_MS)])
  admin.socket.end()
  wanted = null
  return {
    last: lastAt - start,
    lost: sockets.length - received,
    isRefused: status < 200 || status >= 300,
  }
}

async function measure(): Promise<FanoutResult> {
  while (sockets.length < plan.sockets) {
    const next = Math.min(OPEN_AT_ONCE, plan.sockets - sockets.length)
    await Promise.all(Array.from({ length: next }, open))
  }
  const all: Awaited<ReturnType<typeof flip>>[] = []
  for (let turn = -WARM_UPS; turn < plan.flips; turn++) {
    const one = await flip()
    if (turn >= 0) all.push(one)
    await Bun.sleep(PAUSE_MS)
  }
  return {
    last: all.map(({ last }) => last),
    lost: all.reduce((sum, { lost }) => sum + lost, closed),
    refused: all.filter(({ isRefused }) => isRefused).length,
  }
}

console.log(JSON.stringify(await measure()))
process.exit(0)
