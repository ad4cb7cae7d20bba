import { callOf } from '#src/cli/arguments.ts'
import type { Config } from '#src/config.ts'
import { DEPARTMENT } from '#src/contract/people.ts'
import { ADMINISTRATOR } from '#src/contract/statuses.ts'
import { randomText } from '#src/identity/keys.ts'
import { hashPassword } from '#src/identity/passwords.ts'
import type { Store } from '#src/store/port.ts'
import { seedDemo } from './demo.ts'

const ADMIN_EMAIL = 'admin@portal.example'
const MAKE_ADMINISTRATOR = `--email ADDRESS --role ${ADMINISTRATOR}`

type SignIn = { who: string; email: string; password: string }

async function addAdministrator(store: Store, email: string, password: string) {
  return store.accounts.create({
    email,
    clubName: DEPARTMENT,
    cordName: 'Administrator',
    mobile: '',
    access: ADMINISTRATOR,
    passwordHash: await hashPassword(password),
  })
}

/** Fills a store that has no accounts: a generated administrator on an embedded store, and demo content if the settings ask for it. */
async function seed(config: Config, store: Store): Promise<SignIn[]> {
  const embedded = config.database.kind === 'sqlite'
  const made: SignIn[] = []
  if (!config.admin && embedded) {
    const password = randomText()
    await addAdministrator(store, ADMIN_EMAIL, password)
    made.push({ who: 'Administrator', email: ADMIN_EMAIL, password })
  }
  if (config.demo ?? (embedded && !config.production))
    made.push({ who: 'Demo Club', ...(await seedDemo(store, hashPassword, config.edition)) })
  return made
}

/**
 * Creates the administrator named in the settings, unless the address already has an account, and fills a store without accounts. Answers what
 * the console tells of signing in: passwords, which are shown once and not stored, or how to make the first administrator.
 */
export async function prepareAccounts(config: Config, store: Store): Promise<string> {
  const isNew = !(await store.accounts.hasAny())
  const { admin } = config
  if (admin && !(await store.accounts.find({ email: admin.email })))
    await addAdministrator(store, admin.email, admin.password)
  const made = isNew ? await seed(config, store) : []
  const lines = made.map(
    ({ who, email, password }) => `  ${who.padEnd(14)} ${email}  ${password}\n`,
  )
  if (made.length > 0)
    lines.push(
      `\n  These passwords are shown once. Keep them, or set another:\n  ${callOf('admin')} --email … --password-stdin\n`,
    )
  if (isNew && !admin && config.database.kind === 'mongodb')
    lines.push(`  There is no administrator yet. To make one:
  ${callOf('admin')} ${MAKE_ADMINISTRATOR}
  or, with compose: docker compose run --rm app-1 admin ${MAKE_ADMINISTRATOR}
`)
  return lines.join('')
}
