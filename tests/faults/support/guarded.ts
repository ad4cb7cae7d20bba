/** Starts MongoDB and Redis with the commands of compose.yaml and the secrets that its first service creates. */
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MongoClient } from 'mongodb'
import { makeSecrets } from '#src/setup/secrets.ts'
import { freePort, mongod } from '#tests/support/mongod.ts'
import { startRedis } from '#tests/support/redis.ts'

const COMPOSE = join(import.meta.dir, '../../../compose.yaml')

type Compose = { services: Record<'mongo' | 'redis', { command: string[] }> }

const commandOf = (service: 'mongo' | 'redis'): string[] =>
  (Bun.YAML.parse(readFileSync(COMPOSE, 'utf8')) as Compose).services[service].command

export async function makeFolders() {
  const root = mkdtempSync(join(tmpdir(), 'guarded-'))
  const folders = { app: join(root, 'app'), mongo: join(root, 'mongo'), redis: join(root, 'redis') }
  for (const folder of Object.values(folders)) mkdirSync(folder)
  await makeSecrets(folders)
  const read = (folder: keyof typeof folders, name: string) =>
    readFileSync(join(folders[folder], name), 'utf8').trim()
  return {
    folders,
    read,
    remake: () => makeSecrets(folders),
    close: () => rmSync(root, { recursive: true, force: true }),
  }
}
type Folders = Awaited<ReturnType<typeof makeFolders>>

/** `url` is what the servers are given, with this machine's port in the place of the container's name. */
export async function startGuardedMongo({ folders, read }: Folders) {
  if (mongod === null) throw new Error('There is no mongod.')
  const program = mongod
  const port = await freePort()
  const dir = mkdtempSync(join(tmpdir(), 'mongod-'))
  chmodSync(dir, 0o700)
  const command = commandOf('mongo').map((word) =>
    word
      .replace('/mongo-secret/', `${folders.mongo}/`)
      .replaceAll('/tmp/keyfile', join(dir, 'keyfile'))
      .replace('exec mongod', `exec ${program}`)
      // The same syntax as compose.
      .replace('$$', '$')
      .replace('--bind_ip_all', '--bind_ip=127.0.0.1'),
  )
  const server = Bun.spawn(
    [...command, '--dbpath', dir, '--port', String(port), '--logpath', join(dir, 'log')],
    { stdin: 'ignore', stdout: 'ignore', stderr: 'inherit' },
  )
  return {
    host: `127.0.0.1:${port}`,
    url: read('app', 'mongodb-url').replace('mongo:27017', `127.0.0.1:${port}`),
    key: read('mongo', 'keyfile'),
    /** A client that may do everything. */
    openKeeper: () =>
      new MongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true`, {
        auth: { username: '__system', password: read('mongo', 'keyfile') },
        authSource: 'local',
      }),
    async close() {
      server.kill('SIGKILL')
      await server.exited
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

export async function startGuardedRedis({ folders, read }: Folders, more: string[] = []) {
  const [, ...options] = commandOf('redis').map((word) =>
    word.replace('/redis-secret/', `${folders.redis}/`),
  )
  const server = await startRedis([...options, ...more])
  const url = read('app', 'redis-url').replace('redis:6379', `127.0.0.1:${server.port}`)
  return { ...server, url }
}
