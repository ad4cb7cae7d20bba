/** The secrets of an installation in containers: made at its first start, found at each later one. Run once before all others. */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readOrCreateSecret } from '#src/identity/secret.ts'

const USER = 'portal'
const OWNER_ONLY = 0o600
/** Servers that run as other users read their files through the group. */
const OWNER_AND_GROUP = 0o640

const randomText = (): string => crypto.getRandomValues(new Uint8Array(32)).toHex()

/** Writes the file atomically, so that a crash never leaves half of it. */
function write(path: string, text: string, mode: number): void {
  writeFileSync(`${path}.part`, text, { mode })
  renameSync(`${path}.part`, path)
}

function readOrWrite(path: string, text: string, mode: number): string {
  if (!existsSync(path)) write(path, text, mode)
  return readFileSync(path, 'utf8').trim()
}

/**
 * Who may do what in Redis: nobody without a password, and the portal what its bus and its counters ask for, by the keys and
 * channels of its own name. Scripts may call what their caller may. The driver also tells its version (CLIENT SETINFO), and does
 * not mind that it may not.
 */
export const redisUsers = (password: string): string => {
  const hash = new Bun.CryptoHasher('sha256').update(password).digest('hex')
  const commands =
    'auth hello ping subscribe publish eval evalsha del time pttl hget hmget hset hincrby pexpire'
  const allowed = commands.replaceAll(/\S+/g, '+$&')
  return `user default reset off
user ${USER} reset on #${hash} ~portal:* &portal:* ${allowed}
`
}

/** The folders are volumes; each is mounted where it is needed and nowhere else. */
export async function makeSecrets(folders: {
  app: string
  mongo: string
  redis: string
}): Promise<void> {
  await readOrCreateSecret(folders.app)
  readOrWrite(join(folders.mongo, 'keyfile'), randomText(), OWNER_AND_GROUP)
  readOrWrite(
    join(folders.app, 'mongodb-url'),
    `mongodb://${USER}:${randomText()}@mongo:27017/portal?replicaSet=rs0`,
    OWNER_ONLY,
  )
  const redisUrl = readOrWrite(
    join(folders.app, 'redis-url'),
    `redis://${USER}:${randomText()}@redis:6379`,
    OWNER_ONLY,
  )
  // written anew each time: a new version may ask for other commands
  write(join(folders.redis, 'users.acl'), redisUsers(new URL(redisUrl).password), OWNER_AND_GROUP)
}

if (import.meta.main)
  await makeSecrets({ app: '/secret', mongo: '/mongo-secret', redis: '/redis-secret' })
