/** Clients that send at the same moment, and clients that do not read. They use raw sockets: work of their own would delay what is measured. */
import { connect, type Socket } from 'node:net'
import { LIVE_PROTOCOL } from '#src/contract/frames.ts'

export type Asked = {
  method: string
  path: string
  headers?: Record<string, string>
  body?: unknown
}

const encode = (text: string) => new TextEncoder().encode(text)

/** What came back: a status, or `none`. */
export type Answers = Record<string, number>

/** The bytes of a request, after which the server closes the connection. */
export function toMessage(
  host: string,
  { method, path, headers = {}, body }: Asked,
): Uint8Array<ArrayBuffer> {
  const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body)
  const head = {
    host,
    connection: 'close',
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(method !== 'GET' && { 'content-length': String(Buffer.byteLength(text)) }),
    ...headers,
  }
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`)
  return encode(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${text}`)
}

/** Opens a connection. It resolves too when nobody listens: the socket is destroyed then. */
function open(port: number): Promise<Socket> {
  const { promise, resolve } = Promise.withResolvers<Socket>()
  const socket = connect(port, '127.0.0.1', () => resolve(socket))
  socket.on('error', () => {
    socket.destroy()
    resolve(socket)
  })
  return promise
}

const openMany = (port: number, count: number) =>
  Promise.all(Array.from({ length: count }, () => open(port)))

const STATUS_LENGTH = 'HTTP/1.1 200'.length

/** Sends each message on a connection of its own, all in the same moment, and waits for the ends of the answers. */
export async function sendAtOnce(
  port: number,
  messages: readonly Uint8Array[],
  withinMs: number,
): Promise<Answers> {
  const sockets = await openMany(port, messages.length)
  const answers: Answers = {}
  const ends = sockets.map((socket, n) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    let head = ''
    let isOver = false
    const end = () => {
      if (isOver) return
      isOver = true
      const status = /^HTTP\/1.1 (\d{3})/.exec(head)?.[1] ?? 'none'
      answers[status] = (answers[status] ?? 0) + 1
      socket.destroy()
      resolve()
    }
    socket.on('data', (bytes: Buffer) => {
      if (head.length < STATUS_LENGTH) head += bytes.toString('latin1', 0, STATUS_LENGTH)
    })
    socket.on('close', end)
    if (socket.destroyed) end()
    else socket.write(messages[n] ?? '')
    return { promise, end }
  })
  const late = setTimeout(() => ends.forEach(({ end }) => end()), withinMs)
  await Promise.all(ends.map(({ promise }) => promise))
  clearTimeout(late)
  return answers
}

/** Sends each message on a connection of its own, and reads none of the answers. */
export async function sendUnread(port: number, messages: readonly Uint8Array[]) {
  const sockets = await openMany(port, messages.length)
  for (const [n, socket] of sockets.entries()) {
    socket.pause()
    socket.write(messages[n] ?? '')
  }
  return {
    hangUp(): void {
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** Text frames of a client. Their mask is zero, so that the text stays as it is. */
function toFrames(texts: readonly string[]): Uint8Array {
  const bytes = texts.flatMap((text) => {
    const payload = encode(text)
    const { length } = payload
    const size = length < 126 ? [0x80 | length] : [0x80 | 126, length >> 8, length & 255]
    return [0x81, ...size, 0, 0, 0, 0, ...payload]
  })
  return new Uint8Array(bytes)
}

/** What asks for a live connection, with these lines of headers. */
export const handshake = (port: number | string, headers: readonly string[] = []): string =>
  [
    'GET /live HTTP/1.1',
    `Host: 127.0.0.1:${port}`,
    `Origin: http://127.0.0.1:${port}`,
    'Upgrade: websocket',
    'Connection: Upgrade',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    'Sec-WebSocket-Version: 13',
    ...headers,
    '\r\n',
  ].join('\r\n')

export type Pages = Awaited<ReturnType<typeof openPages>>

/** Opens live connections that say hello in the same moment, and waits for their welcomes. */
export async function openPages(
  port: number,
  count: number,
  { token, network, withinMs }: { token: string | undefined; network: string; withinMs: number },
) {
  const upgrade = handshake(port, [
    `Sec-WebSocket-Protocol: ${LIVE_PROTOCOL}`,
    `X-Forwarded-For: ${network}`,
  ])
  const sockets = await openMany(port, count)
  /** Resolves at the next bytes, or at the end. */
  const heard = (socket: Socket) =>
    new Promise<void>((resolve) => {
      if (socket.destroyed) return resolve()
      socket.once('data', () => resolve())
      socket.once('close', () => resolve())
      setTimeout(resolve, withinMs)
    })
  await Promise.all(
    sockets.map((socket) => {
      const upgraded = heard(socket)
      socket.write(upgrade)
      return upgraded
    }),
  )
  const hello = toFrames([JSON.stringify({ type: 'hello', token })])
  await Promise.all(
    sockets.map((socket) => {
      const welcomed = heard(socket)
      socket.write(hello)
      return welcomed
    }),
  )
  for (const socket of sockets) socket.resume()
  return {
    /** Sends these frames on every connection at once. */
    say(frames: readonly unknown[]): void {
      const bytes = toFrames(frames.map((frame) => JSON.stringify(frame)))
      for (const socket of sockets) if (!socket.destroyed) socket.write(bytes)
    },
    /** From now on nobody reads what the server sends. */
    stopReading(): void {
      for (const socket of sockets) socket.pause()
    },
    hangUp(): void {
      for (const socket of sockets) socket.destroy()
    },
  }
}
