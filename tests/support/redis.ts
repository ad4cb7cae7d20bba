import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, createServer, type Socket } from 'node:net'
import { findProgram } from '#scripts/servers.ts'
import { freePort } from './mongod.ts'
import { whyMissing } from './servers.ts'

export const redisServer = findProgram('redis-server')
export const whyNoRedis = whyMissing('redis-server', redisServer)

export type RedisServer = Awaited<ReturnType<typeof startRedis>>
export type JoinedRedis = Pick<RedisServer, 'url' | 'say' | 'close'>

/** Sends one command on a new connection. Resolves with the raw reply, or `null` if the connection fails. */
function say(port: number, ...words: string[]): Promise<string | null> {
  return new Promise((resolve) => {
    const parts = words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`)
    const command = `*${words.length}\r\n${parts.join('')}`
    const socket = connect(port, '127.0.0.1', () => socket.write(command))
    socket.once('error', () => resolve(null))
    socket.once('data', (reply) => {
      socket.destroy()
      resolve(reply.toString().trim())
    })
  })
}

/** The Redis that all files of a run share, which `TEST_REDIS` names, or one of the file's own. Each installation has its own keys there. */
export async function joinRedis(): Promise<JoinedRedis> {
  const url = process.env.TEST_REDIS
  if (!url) return startRedis()
  const { port } = new URL(url)
  return { url, say: (...words) => say(Number(port), ...words), close: async () => {} }
}

/** Starts a real redis-server on a free port, which it keeps after a restart. */
export async function startRedis(more: string[] = []) {
  if (redisServer === null) throw new Error('There is no redis-server.')
  const program = redisServer
  const port = await freePort()
  const dir = mkdtempSync(join(tmpdir(), 'redis-'))
  let server: Bun.Subprocess | null = null

  async function start(): Promise<void> {
    const options = ['--port', String(port), '--bind', '127.0.0.1', '--dir', dir]
    server = Bun.spawn([program, ...options, '--save', '', '--appendonly', 'no', ...more], {
      stdin: 'ignore',
      stdout: 'ignore',
      stderr: 'ignore',
    })
    // A server with users answers NOAUTH.
    while (!/^(\+PONG|-NOAUTH)/.test((await say(port, 'PING')) ?? '')) {
      if (server.exitCode !== null) throw new Error('redis-server has ended.')
      await Bun.sleep(20)
    }
  }
  async function kill(): Promise<void> {
    server?.kill('SIGKILL')
    await server?.exited
  }
  await start()

  return {
    port,
    url: `redis://127.0.0.1:${port}`,
    pid: () => server?.pid ?? 0,
    start,
    kill,
    /** Freezes the server: connections stay open, but it answers nothing. */
    pause: () => server?.kill('SIGSTOP'),
    resume: () => server?.kill('SIGCONT'),
    say: (...words: string[]) => say(port, ...words),
    async close() {
      server?.kill('SIGCONT')
      await kill()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

/** A TCP forwarder that can become a black hole: connections stay open, but nothing gets through them again. */
export async function openPath(to: number) {
  const sockets = new Set<Socket>()
  let isBlackHole = false
  let holes = 0
  const server = createServer((near) => {
    sockets.add(near)
    near.on('error', () => near.destroy())
    if (isBlackHole) return
    const before = holes
    const far = connect(to, '127.0.0.1')
    sockets.add(far)
    far.on('error', () => near.destroy())
    far.on('close', () => near.destroy())
    near.on('close', () => far.destroy())
    near.on('data', (data: string | Uint8Array) => holes === before && far.write(data))
    far.on('data', (data: string | Uint8Array) => holes === before && near.write(data))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `redis://127.0.0.1:${port}`,
    swallow() {
      isBlackHole = true
      holes += 1
    },
    /** Forwards new connections again. */
    letPass: () => void (isBlackHole = false),
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
