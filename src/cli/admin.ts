/** `bun run admin`: creates, promotes, demotes, disables and enables accounts. A running server notices within a second. */
import { type Config, ConfigError } from '#src/config.ts'
import { DEPARTMENT } from '#src/contract/people.ts'
import { ADMINISTRATOR, isRole, ROLES } from '#src/contract/statuses.ts'
import { randomText } from '#src/identity/keys.ts'
import { hashPassword, newPasswordFault } from '#src/identity/passwords.ts'
import { isEmail, isMobile, readMobile } from '#src/rules/account.ts'
import { nameFault, readName } from '#src/rules/name-text.ts'
import { emailKey } from '#src/rules/names.ts'
import type { Joining } from '#src/rules/people.ts'
import { may } from '#src/rules/permissions.ts'
import type { Account, AccountChange, Store } from '#src/store/port.ts'
import { callOf, readArguments } from './arguments.ts'
import { runTool, withStore } from './tool.ts'

const USAGE =
  `${callOf('admin')} --email ADDRESS [--password-stdin | --password PASSWORD] [--role ${ROLES.join('|')}] ` +
  '[--club NAME [--join]] [--name NAME --mobile NUMBER] [--disable|--enable]'

/** The first line of standard input: a password given there is in no process list and no shell history. */
const readFirstLine = async () => (await Bun.stdin.text()).split(/\r?\n/)[0] ?? ''

/** Reads the command line. Throws a `ConfigError` that lists every problem. */
async function readWish(words: readonly string[]) {
  const { values, flags } = readArguments(words, {
    named: ['email', 'password', 'role', 'club', 'name', 'mobile'],
    flags: ['disable', 'enable', 'join', 'password-stdin'],
  })
  const { role, club, name } = values
  const password = flags.has('password-stdin') ? await readFirstLine() : values.password
  const mobile = values.mobile === undefined ? undefined : readMobile(values.mobile)
  const [isDisabling, isEnabling] = [flags.has('disable'), flags.has('enable')]
  if (values.email === undefined) throw new ConfigError(['--email is needed.', USAGE])
  const email = emailKey(values.email)

  const problems: string[] = []
  if (!isEmail(email)) problems.push('--email must be an e-mail address.')
  if (role !== undefined && !isRole(role)) problems.push(`--role must be ${ROLES.join(' or ')}.`)
  for (const [option, text] of [
    ['--club', club],
    ['--name', name],
  ] as const) {
    const fault = text === undefined ? null : nameFault(option, text)
    if (fault !== null) problems.push(fault)
  }
  if (mobile !== undefined && mobile !== '' && !isMobile(mobile))
    problems.push('--mobile needs 7 to 15 digits, with an optional + before them.')
  if (flags.has('password-stdin') && values.password !== undefined)
    problems.push('Give --password or --password-stdin, not both.')
  if (password === '') problems.push('The password is empty.')
  if (flags.has('join') && club === undefined)
    problems.push('--join needs --club, the club to join.')
  if (isDisabling && isEnabling) problems.push('Give --disable or --enable, not both.')
  if (problems.length > 0) throw new ConfigError(problems)

  return {
    email,
    ...(password !== undefined && { password }),
    ...(role !== undefined && isRole(role) && { role }),
    ...(club !== undefined && { clubName: readName(club), isJoining: flags.has('join') }),
    ...(name !== undefined && { cordName: readName(name) }),
    ...(mobile !== undefined && { mobile }),
    ...((isDisabling || isEnabling) && { disabled: isDisabling }),
  }
}

function checkPassword(password: string, names: string[], { passwordMinLength }: Config) {
  const fault = newPasswordFault(password, { minLength: passwordMinLength, names })
  if (fault !== null) throw new ConfigError([`--password: ${fault}`])
}

type Wish = Awaited<ReturnType<typeof readWish>>

const describe = ({ email, access, clubName, cordName, disabled }: Account) =>
  `${email} (${access}, ${clubName}, ${cordName}${disabled ? ', disabled' : ''})`

/** The club that the command names: one to join, or one to found. */
async function clubNamed(store: Store, { email, clubName, isJoining }: Wish): Promise<Joining> {
  if (clubName === undefined)
    throw new ConfigError([`--club is needed for a coordinator (${email}).`])
  if (!isJoining) return { clubName }
  const [club, another] = await store.accounts.clubsNamed(clubName)
  if (!club) throw new ConfigError([`No club has the name ${clubName}.`])
  if (another) throw new ConfigError([`Several clubs have the name ${clubName}. Rename one first.`])
  return { clubName: club.name, clubId: club.id }
}

async function create(store: Store, config: Config, wish: Wish): Promise<void> {
  const { email, role: access = ADMINISTRATOR, disabled } = wish
  if (disabled !== undefined) throw new ConfigError([`No account has the address ${email}.`])
  const joining = may(access, 'orders.own') ? await clubNamed(store, wish) : {}
  const { clubName = DEPARTMENT } = joining
  const { cordName = 'Administrator', mobile = '' } = wish
  const password = wish.password ?? randomText()
  if (wish.password !== undefined) checkPassword(password, [email, clubName], config)
  const passwordHash = await hashPassword(password)
  const made = await store.accounts.create({
    email,
    ...joining,
    clubName,
    cordName,
    mobile,
    access,
    passwordHash,
  })
  if (!made) throw new ConfigError([`${email} was created by somebody else meanwhile. Try again.`])
  console.log(`Created ${describe(made)}.`)
  if (wish.password === undefined) console.log(`Password, shown once: ${password}`)
}

async function change(store: Store, config: Config, account: Account, wish: Wish): Promise<void> {
  const { email, password, role, clubName, isJoining: _, ...rest } = wish
  const change: AccountChange = { ...rest, ...(role !== undefined && { access: role }) }
  if (may(role ?? account.access, 'orders.own')) {
    if (account.clubId === null) Object.assign(change, await clubNamed(store, wish))
    else if (clubName !== undefined)
      throw new ConfigError([
        `${email} belongs to ${account.clubName}. Administrators move people.`,
      ])
  }
  if (password !== undefined) {
    checkPassword(password, [email, clubName ?? account.clubName], config)
    change.passwordHash = await hashPassword(password)
  }
  if (Object.keys(change).length === 0) {
    console.log(`Nothing to change: ${describe(account)}.`)
    return
  }
  const written = await store.accounts.change(email, change, Date.now())
  console.log(`Changed ${describe(written?.value ?? account)}.`)
  if (password !== undefined) console.log('The password was changed; older sessions have ended.')
}

export const run = (words: readonly string[]): Promise<number> =>
  runTool(async (config) => {
    const wish = await readWish(words)
    return withStore(config, { mustExist: false }, async (store) => {
      const account = await store.accounts.find({ email: wish.email })
      if (account) await change(store, config, account, wish)
      else await create(store, config, wish)
      return true
    })
  })
