import { isRole } from '#src/contract/statuses.ts'
import type { SignedInUser } from '#src/contract/records.ts'
import type { Deps } from '#src/deps.ts'
import { accountExistsLetter, codeLetter } from '#src/mail/letters.ts'
import type { Allowance } from '#src/realtime/counters.ts'
import { passwordFault } from '#src/rules/account.ts'
import { emailKey } from '#src/rules/names.ts'
import { Refusal, tooManyRequests } from '#src/rules/refusal.ts'
import { hashPassword, newPasswordFault, verifyPassword } from './passwords.ts'

const MINUTE_MS = 60_000
const DELAY = { firstMs: 2_000, maxMs: MINUTE_MS }
const PER_ACCOUNT: Allowance = { free: 5, windowMs: 15 * MINUTE_MS, delay: DELAY }
const PER_CLIENT: Allowance = { free: 30, windowMs: 15 * MINUTE_MS, delay: DELAY }
/** Wrong codes of one client: each code dies after five, but each try costs a hash. A hall full of clubs shares one address. */
const WRONG_CODES: Allowance = { free: 120, windowMs: 15 * MINUTE_MS, delay: DELAY }

const invalid = (path: string, msg: string) =>
  new Refusal('invalid', msg, { errors: [{ path, msg }] })

const tooSoon = (waitMs: number) =>
  tooManyRequests(waitMs / 1000, 'Too many attempts. Please wait a moment and try again.')

/** Counts an attempt before it is judged; answers how to take it back. Throws when it comes too soon. */
async function countAttempt({ counters, config }: Deps, email: string, client: string) {
  const [account, address] = [`sign-in:account:${email}`, `sign-in:client:${client}`]
  if (!config.rateLimits) return { forgive: async () => {}, succeed: async () => {} }

  const clientWait = await counters.take(address, PER_CLIENT)
  if (clientWait > 0) throw tooSoon(clientWait)
  const accountWait = await counters.take(account, PER_ACCOUNT)
  if (accountWait > 0) {
    await counters.giveBack(address)
    throw tooSoon(accountWait)
  }
  return {
    async forgive() {
      await counters.giveBack(account)
      await counters.giveBack(address)
    },
    async succeed() {
      await counters.clear(account)
      await counters.giveBack(address)
    },
  }
}

/** The same answer in the same time for a wrong password, an unknown address and an account that is disabled. */
export async function signIn(
  deps: Deps,
  credentials: { email: string; password: string },
  client: string,
): Promise<{ token: string; user: SignedInUser }> {
  const { store, tokens, log, metrics, now } = deps
  const email = emailKey(credentials.email)
  const attempt = await countAttempt(deps, email, client).catch((error: unknown) => {
    metrics.signIns.add(['slowed'])
    log.info('sign_in_slowed', { client })
    throw error
  })
  const judge = async () => {
    const account = await store.findAccount({ email })
    const isRight = await verifyPassword(credentials.password, account?.passwordHash ?? null)
    return isRight ? account : null
  }
  // nobody has tried a password when the queue was full or the store away
  const account = await judge().catch(async (error: unknown) => {
    await attempt.forgive()
    throw error
  })
  if (!account || account.disabled || !isRole(account.access)) {
    metrics.signIns.add(['failed'])
    log.info('sign_in_failed', { client })
    throw new Refusal('unauthorized', 'Invalid email or password.')
  }
  await attempt.succeed()
  const { id, clubName, cordName, access } = account
  metrics.signIns.add(['signed_in'])
  log.info('signed_in', { account: id, client })
  return { token: await tokens.sign(account, now()), user: { id, clubName, cordName, access } }
}

function checkDomain({ config }: Deps, email: string) {
  const domains = config.allowedEmailDomains
  if (domains.length > 0 && !domains.includes(email.slice(email.lastIndexOf('@') + 1)))
    throw invalid('email', `Please use an address of ${domains.join(' or ')}.`)
}

async function checkPassword({ config }: Deps, path: string, password: string, names: string[]) {
  const fault = await newPasswordFault(password, { minLength: config.passwordMinLength, names })
  if (fault !== null) throw invalid(path, fault)
}

/** Only a wrong code counts; whoever sends too many of them is not given a hash any more. */
async function countWrongCodes<T>(
  { counters, config }: Deps,
  client: string,
  tryCode: () => Promise<T>,
): Promise<T> {
  if (!config.rateLimits) return tryCode()
  const key = `codes:client:${client}`
  const waitMs = await counters.take(key, WRONG_CODES)
  if (waitMs > 0) throw tooSoon(waitMs)
  let isWrong = false
  try {
    return await tryCode()
  } catch (error) {
    isWrong = error instanceof Refusal && error.code === 'invalid_code'
    throw error
  } finally {
    if (!isWrong) await counters.giveBack(key)
  }
}

/** People copy codes with spaces in them. */
const toCode = (text: string) => text.replace(/\s/g, '')

/**
 * Sends one mail within the request. Whoever has an account gets another letter by the same steps: a code is made and kept,
 * and nobody ever reads it.
 */
export async function requestRegistrationCode(
  deps: Deps,
  address: string,
  { client, origin }: { client: string; origin: string },
) {
  const { store, codes, mailer, now } = deps
  const email = emailKey(address)
  checkDomain(deps, email)
  const code = codes.make()
  const account = await store.findAccount({ email })
  const { codeId } = await store.requestCode({
    email,
    purpose: 'register',
    client,
    now: now(),
    codeHash: codes.hash('register', email, code),
  })
  const letter = account ? accountExistsLetter(email, origin) : codeLetter(email, 'register', code)
  const delivery = await mailer.send(letter)
  if (delivery === 'sent') return
  await store.withdrawCode(codeId)
  if (delivery === 'refused') throw invalid('email', 'This address does not take mail.')
  throw new Refusal('mail_unavailable', 'Failed to send OTP.')
}

/** Answers before any mail is made; an unknown address writes the same rows, not to be sent. */
export async function requestResetCode(deps: Deps, address: string, client: string) {
  const { store, outbox, now } = deps
  const email = emailKey(address)
  const account = await store.findAccount({ email })
  const deliver = account !== null && !account.disabled
  await store.requestCode({ email, purpose: 'reset', client, now: now(), deliver })
  outbox.wake()
}

export async function register(
  deps: Deps,
  form: {
    cordName: string
    clubName: string
    mobile: string
    email: string
    password: string
    verificationCode: string
  },
  client: string,
) {
  const { store, codes, log, now } = deps
  const email = emailKey(form.email)
  const clubName = form.clubName.trim()
  checkDomain(deps, email)
  await checkPassword(deps, 'password', form.password, [email, clubName])
  const account = await countWrongCodes(deps, client, async () =>
    store.register(
      {
        email,
        clubName,
        cordName: form.cordName.trim(),
        mobile: form.mobile.trim(),
        access: 'user',
        passwordHash: await hashPassword(form.password),
      },
      codes.hash('register', email, toCode(form.verificationCode)),
      now(),
    ),
  )
  log.info('registered', { account: account.id })
}

/**
 * Whether the password is the club's name is told only to whoever holds the code: else anyone could ask which club has an
 * account under which address.
 */
export async function resetPassword(
  deps: Deps,
  form: { email: string; newPassword: string; verificationCode: string },
  client: string,
) {
  const { store, codes, config, log, now } = deps
  const email = emailKey(form.email)
  await checkPassword(deps, 'newPassword', form.newPassword, [email])
  const account = await store.findAccount({ email })
  const fault = passwordFault(form.newPassword, {
    minLength: config.passwordMinLength,
    names: account ? [account.clubName] : [],
  })
  await countWrongCodes(deps, client, async () => {
    const passwordHash = await hashPassword(form.newPassword)
    const codeHash = codes.hash('reset', email, toCode(form.verificationCode))
    await store.resetPassword(email, fault === null ? passwordHash : null, codeHash, now())
  })
  if (fault !== null) throw invalid('newPassword', fault)
  log.info('password_reset', { account: account?.id })
}
