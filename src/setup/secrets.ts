/** Creates the secrets of a container installation at its first start and keeps them afterwards. Runs before all other services. */
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readArguments } from '#src/cli/arguments.ts'
import { readOrCreateSecret } from '#src/identity/secret.ts'
import { checkOwners, OWNER_ONLY } from '#src/store/owner-only.ts'

const USER = 'portal'
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
 * The access list of Redis. Disables the default user and gives the portal's user only the commands that its bus and its counters need,
 * on keys and channels that start with `portal:`. A script may call what its caller may call. The driver also sends CLIENT SETINFO and
 * ignores the refusal.
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

/** Writes the secrets into the folders, which are volumes. Each volume is mounted only in the services that need it. */
export async function makeSecrets(folders: {
  app: string
  mongo: string
  redis: string
}): Promise<void> {
  for (const folder of Object.values(folders)) checkOwners(folder)
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
  // rewritten at each start: a new version may need other commands
  write(join(folders.redis, 'users.acl'), redisUsers(new URL(redisUrl).password), OWNER_AND_GROUP)
}

/**
 * `portal secrets` in its container, where no other program is. `--renew-jwt` keeps the token secret of before as `jwt-secret-previous`;
 * `--renew-servers` gives MongoDB and Redis new passwords.
 */
export async function run(words: readonly string[]): Promise<number> {
  const { flags } = readArguments(words, { named: [], flags: ['renew-jwt', 'renew-servers'] })
  const app = '/secret'
  const jwtSecret = join(app, 'jwt-secret')
  if (flags.has('renew-jwt') && existsSync(jwtSecret))
    renameSync(jwtSecret, `${jwtSecret}-previous`)
  if (flags.has('renew-servers'))
    for (const name of ['mongodb-url', 'redis-url']) rmSync(join(app, name), { force: true })
  await makeSecrets({ app, mongo: '/mongo-secret', redis: '/redis-secret' })
  return 0
}
