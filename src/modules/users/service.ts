import type { Deps } from '#src/deps.ts'
import { invalid, mailUnavailable } from '#src/http/errors.ts'
import { isWithin } from '#src/http/networks.ts'
import { accountExistsLetter, codeLetter } from '#src/mail/letters.ts'
import { passwordFault } from '#src/rules/account.ts'
import { emailKey } from '#src/rules/names.ts'
import { may } from '#src/rules/permissions.ts'
import { hasRole, type SignedIn } from '#src/identity/session.ts'
import { Refusal, unauthorized } from '#src/rules/refusal.ts'
import type { CodeClient } from '#src/rules/codes.ts'
import type { PasswordChange } from './people-model.ts'
import type * as model from './model.ts'
import { askerOf, attempt, countCodeRequest, countCodeTry } from './attempts.ts'
import {
  hashPassword,
  isOutdated,
  newPasswordFault,
  verifyPassword,
} from '#src/identity/passwords.ts'

/** The browser behind a request: its network, and the token by which it proves that it has signed in before. */
export type Browser = { network: string; deviceToken: string | undefined }

/** The address of a form as the store has it, and who sends the form. */
function readAsker(
  { config, devices, now }: Deps,
  address: string,
  { network, deviceToken }: Browser,
): { email: string; client: CodeClient } {
  const email = emailKey(address)
  const device = devices.read(deviceToken, email, now())
  return { email, client: { network, device, isShared: isWithin(network, config.sharedNetworks) } }
}

/** Throws `invalid` for an address that cannot register here. */
export function checkDomain({ config }: Pick<Deps, 'config'>, email: string): void {
  const domains = config.allowedEmailDomains
  if (domains.length > 0 && !domains.includes(email.slice(email.lastIndexOf('@') + 1)))
    throw invalid([{ path: 'email', msg: `Please use an address of ${domains.join(' or ')}.` }])
}

/** Signs in. Fails with the same answer in the same time for a wrong password, an unknown address and a disabled account. */
export async function signIn(
  deps: Deps,
  credentials: typeof model.Login.static,
  browser: Browser,
): Promise<typeof model.SignedIn.static> {
  const { store, tokens, devices, outbox, keys, log, metrics, now } = deps
  const { password } = credentials
  const { email, client } = readAsker(deps, credentials.email, browser)
  const { device } = client
  const who = { email_hash: keys.sign('log', email).slice(0, 16), client: browser.network }
  const { asker, found: account } = await attempt(deps, email, client, async (asker) => {
    const account = await store.accounts.find({ email })
    const isRight = await verifyPassword(password, account?.passwordHash ?? null, asker)
    return isRight && account && !account.disabled && hasRole(account) ? account : null
  }).catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 'too_many_requests') {
      metrics.signIns.inc({ result: 'slowed' })
      log.security('sign_in_slowed', who)
    }
    throw error
  })
  if (!account) {
    metrics.signIns.inc({ result: 'failed' })
    log.security('sign_in_failed', who)
    throw new Refusal('unauthorized', 'Invalid email or password.')
  }
  const { id, clubId, clubName, cordName, access, passwordHash } = account
  /** What the sign-in does not depend on: a failure is logged. */
  const besides = (failure: string, work: Promise<unknown>) =>
    work.catch((error: unknown) => log.warn(failure, { account: id, error: String(error) }))
  if (isOutdated(passwordHash))
    await besides(
      'password_hash_not_renewed',
      hashPassword(password, asker).then((hash) =>
        store.accounts.renewPasswordHash(id, passwordHash, hash),
      ),
    )
  // This account can access the data of others, so its owner is notified of each new browser.
  const isAdministrator = may(account.access, 'orders.ofOthers')
  if (isAdministrator && device === null) {
    await store.mail.queue(email, 'new_browser', now())
    outbox.wake()
  }
  const day = new Date(now()).toISOString().slice(0, 10)
  if (account.seen !== day) await besides('sign_in_day_not_kept', store.accounts.sawOn(id, day))
  metrics.signIns.inc({ result: 'signed_in' })
  const isKnown = device !== null
  log.security(
    'signed_in',
    { ...who, account: id, role: access, is_known_device: isKnown },
    { always: isAdministrator },
  )
  return {
    token: await tokens.sign(account, now()),
    device: devices.issue(email, device, now()),
    user: { id, clubId, clubName, cordName, access },
  }
}

function checkPassword({ config }: Deps, path: string, password: string, names: string[]) {
  const fault = newPasswordFault(password, { minLength: config.passwordMinLength, names })
  if (fault !== null) throw invalid([{ path, msg: fault }])
}

/**
 * Sends one mail before it returns. An address with an account gets a different letter through the same steps: its code is stored too,
 * but never mailed.
 */
export async function requestRegistrationCode(
  deps: Deps,
  address: string,
  { browser, origin }: { browser: Browser; origin: string },
) {
  const { store, codes, mailer, now } = deps
  const { email, client } = readAsker(deps, address, browser)
  checkDomain(deps, email)
  await countCodeRequest(deps, 'register', client, async () => {
    const code = codes.make()
    const account = await store.accounts.find({ email })
    const { codeId } = await store.codes.request({
      email,
      purpose: 'register',
      client,
      now: now(),
      codeHash: codes.hash('register', email, code),
    })
    const letter = account
      ? accountExistsLetter(email, origin)
      : codeLetter(email, 'register', code)
    const delivery = await mailer.send(letter)
    if (delivery === 'sent') return
    await store.codes.withdraw(codeId)
    if (delivery === 'refused')
      throw invalid([{ path: 'email', msg: 'This address does not take mail.' }])
    throw mailUnavailable()
  })
}

/**
 * Returns before any mail is created. An unknown address also gets a mail, which takes the same steps but is never delivered. Both mails wait
 * for a random delay, so that later activity does not reveal whether the address has an account.
 */
export async function requestResetCode(deps: Deps, address: string, browser: Browser) {
  const { store, outbox, now } = deps
  const { email, client } = readAsker(deps, address, browser)
  await countCodeRequest(deps, 'reset', client, async () => {
    const account = await store.accounts.find({ email })
    const deliver = account !== null && !account.disabled
    return store.codes.request({ email, purpose: 'reset', client, now: now(), deliver })
  })
  outbox.wakeSoon()
}

export async function register(
  deps: Deps,
  form: typeof model.Registration.static,
  browser: Browser,
) {
  const { store, codes, outbox, log, now } = deps
  const { email, client } = readAsker(deps, form.email, browser)
  const { clubName, cordName } = form
  checkDomain(deps, email)
  const account = await countCodeTry(deps, email, client, async () => {
    checkPassword(deps, 'password', form.password, [email, clubName])
    return store.codes.register(
      {
        email,
        clubName,
        cordName,
        mobile: form.mobile,
        access: 'user',
        passwordHash: await hashPassword(form.password, askerOf(deps, email, client)),
      },
      {
        hashes: codes.hashes('register', email, form.verificationCode),
        client,
        now: now(),
      },
    )
  })
  outbox.wake()
  log.security('registered', { account: account.id, client: browser.network })
}

/**
 * Reports that the password equals the club's name only after the code was accepted. Otherwise anyone could find out which club belongs
 * to an address.
 */
export async function resetPassword(
  deps: Deps,
  form: typeof model.PasswordReset.static,
  browser: Browser,
) {
  const { store, codes, config, outbox, log, now } = deps
  const { email, client } = readAsker(deps, form.email, browser)
  const account = await countCodeTry(deps, email, client, async () => {
    checkPassword(deps, 'newPassword', form.newPassword, [email])
    const found = await store.accounts.find({ email })
    const fault = passwordFault(form.newPassword, {
      minLength: config.passwordMinLength,
      names: found ? [found.clubName] : [],
    })
    const passwordHash = await hashPassword(form.newPassword, askerOf(deps, email, client))
    const hashes = codes.hashes('reset', email, form.verificationCode)
    const tried = { hashes, client, now: now() }
    await store.codes.resetPassword(email, fault === null ? passwordHash : null, tried)
    if (fault !== null) throw invalid([{ path: 'newPassword', msg: fault }])
    return found
  })
  outbox.wake()
  log.security('password_reset', { account: account?.id, client: browser.network })
}

/**
 * Sets a new password for somebody who knows the present one; answers a new token, and every older one ends. A wrong password counts as a failed
 * sign-in.
 */
export async function setOwnPassword(
  deps: Deps,
  account: SignedIn,
  { password, newPassword }: typeof PasswordChange.static,
  browser: Browser,
): Promise<string> {
  const { store, tokens, outbox, log, now } = deps
  const { id, clubName } = account
  const { email, client } = readAsker(deps, account.email, browser)
  checkPassword(deps, 'newPassword', newPassword, [email, clubName])
  const { asker, found } = await attempt(deps, email, client, async (asker) =>
    (await verifyPassword(password, account.passwordHash, asker)) ? account : null,
  )
  if (!found) throw invalid([{ path: 'password', msg: 'This is not your password.' }])
  const passwordHash = await hashPassword(newPassword, asker)
  const written = await store.accounts.change(email, { passwordHash }, now(), id, account.ver)
  if (!written) throw unauthorized()
  outbox.wake()
  log.security('password_changed', { account: id, client: browser.network })
  return tokens.sign(written.value, now())
}
