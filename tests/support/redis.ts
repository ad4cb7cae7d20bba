import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:net'
import { findRedis } from '../../scripts/servers.ts'
import { freePort } from './mongod.ts'

export const redisServer = findRedis()

export type RedisServer = Awaited<ReturnType<typeof startRedis>>

/** Says one command on a connection of its own and answers the raw reply; `null` when nobody is there. */
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

/** A real redis-server on a port of its own, which it keeps when it is started again. */
export async function startRedis() {
  if (redisServer === null) throw new Error('There is no redis-server.')
  const program = redisServer
  const port = await freePort()
  const dir = mkdtempSync(join(tmpdir(), 'redis-'))
  let server: Bun.Subprocess | null = null

  async function start(): Promise<void> {
    const options = ['--port', String(port), '--bind', '127.0.0.1', '--dir', dir]
    server = Bun.spawn([program, ...options, '--save', '', '--appendonly', 'no'], {
      stdin: 'ignore',
      stdout: 'ignore',
      stderr: 'ignore',
    })
    while ((await say(port, 'PING')) !== '+PONG') {
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
    start,
    kill,
    /** It keeps its connections and answers nothing. */
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
