/** Creates the replica set and the portal's database user. Runs before the servers start; later runs change nothing. */
import { readFileSync } from 'node:fs'
import { MongoClient, MongoServerError } from 'mongodb'
import { readArguments } from '#src/cli/arguments.ts'

const ALREADY_INITIALIZED = 23
const WAIT_MS = 60_000
const PAUSE_MS = 200

/**
 * `url` is the address that the servers use; its user gets read and write rights in its own database only. `key` is the text of
 * the key file with which members of the replica set authenticate. The key also signs in as `__system`, so no administrator account is created.
 */
export async function prepareServer(url: string, key: string): Promise<void> {
  const { protocol, host, username, password, pathname, searchParams } = new URL(url)
  const client = new MongoClient(`${protocol}//${host}/?directConnection=true`, {
    auth: { username: '__system', password: key },
    authSource: 'local',
    authMechanism: 'SCRAM-SHA-256',
    serverSelectionTimeoutMS: WAIT_MS,
  })
  try {
    const admin = client.db('admin')
    const set = { _id: searchParams.get('replicaSet'), members: [{ _id: 0, host }] }
    await admin.command({ replSetInitiate: set }).catch((error: unknown) => {
      if (!(error instanceof MongoServerError && error.code === ALREADY_INITIALIZED)) throw error
    })
    const deadline = performance.now() + WAIT_MS
    while (!(await admin.command({ hello: 1 })).isWritablePrimary) {
      if (performance.now() > deadline) throw new Error('MongoDB has no primary.')
      await Bun.sleep(PAUSE_MS)
    }
    const name = decodeURIComponent(pathname.slice(1))
    const db = client.db(name)
    const { users } = await db.command({ usersInfo: username })
    const command = users.length === 0 ? 'createUser' : 'updateUser'
    await db.command({
      [command]: username,
      pwd: decodeURIComponent(password),
      roles: [{ role: 'readWrite', db: name }],
    })
  } finally {
    await client.close()
  }
}

/** `portal database` in its container. */
export async function run(words: readonly string[]): Promise<number> {
  readArguments(words, { named: [], flags: [] })
  await prepareServer(
    readFileSync('/secret/mongodb-url', 'utf8').trim(),
    readFileSync('/mongo-secret/keyfile', 'utf8').trim(),
  )
  return 0
}
