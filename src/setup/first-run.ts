import type { Config } from '#src/config.ts'
import { ADMINISTRATOR } from '#src/contract/statuses.ts'
import { generatePassword } from '#src/identity/generate-password.ts'
import { hashPassword } from '#src/identity/passwords.ts'
import type { Store } from '#src/store/port.ts'
import { seedDemo } from './demo.ts'

const ADMIN_EMAIL = 'admin@portal.example'

/** The credentials of a new account; the password is shown once and not stored. */
export type SignIn = { who: string; email: string; password: string }

async function addAdministrator(store: Store, email: string, password: string) {
  return store.accounts.create({
    email,
    clubName: 'Department',
    cordName: 'Administrator',
    mobile: '',
    access: ADMINISTRATOR,
    passwordHash: await hashPassword(password),
  })
}

/** Creates the administrator named in the settings, unless the address already has an account. Returns no credentials, because the operator chose the password. */
export async function createAdministrator(config: Config, store: Store): Promise<SignIn[]> {
  if (config.admin && !(await store.accounts.find({ email: config.admin.email })))
    await addAdministrator(store, config.admin.email, config.admin.password)
  return []
}

/** Fills a store that has no accounts. Creates the administrator from the settings, or a generated one on an embedded store, and adds demo content if the settings ask for it. Returns the generated credentials. */
export async function seedFirstRun(config: Config, store: Store): Promise<SignIn[]> {
  const embedded = config.database.kind === 'sqlite'
  const made: SignIn[] = []
  if (config.admin) await createAdministrator(config, store)
  else if (embedded) {
    const password = generatePassword()
    await addAdministrator(store, ADMIN_EMAIL, password)
    made.push({ who: 'Administrator', email: ADMIN_EMAIL, password })
  }
  if (config.demo ?? (embedded && !config.production)) {
    const club = await seedDemo(store, hashPassword)
    made.push({ who: 'Demo Club', ...club })
  }
  return made
}

/** Prints the portal's address and the new credentials on the console. */
export function printSignIns(address: string, signIns: SignIn[]) {
  console.log(`\n  The portal is at ${address}/inventory\n`)
  for (const { who, email, password } of signIns)
    console.log(`  ${who.padEnd(14)} ${email}  ${password}`)
  if (signIns.length > 0) console.log('\n  These passwords are shown once. Keep them.\n')
}
