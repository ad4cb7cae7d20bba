/** Creates the secrets of a container installation at its first start and keeps them afterwards. Runs before all other services. */
import { existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { readArguments } from '#src/cli/arguments.ts'
import { keepText, newSecret, readOrCreateSecret } from '#src/identity/secret.ts'
import { checkOwners } from '#src/store/owner-only.ts'

const USER = 'portal'
/** Servers that run as other users read their files through the group. */
const OWNER_AND_GROUP = 0o640

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
  keepText(join(folders.mongo, 'keyfile'), newSecret(), OWNER_AND_GROUP)
  const mongoUrl = `mongodb://${USER}:${newSecret()}@mongo:27017/portal?replicaSet=rs0`
  keepText(join(folders.app, 'mongodb-url'), mongoUrl)
  const redisUrl = keepText(
    join(folders.app, 'redis-url'),
    `redis://${USER}:${newSecret()}@redis:6379`,
  )
  // made anew at each start: a new version may need other commands
  const users = join(folders.redis, 'users.acl')
  rmSync(users, { force: true })
  keepText(users, redisUsers(new URL(redisUrl).password), OWNER_AND_GROUP)
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
