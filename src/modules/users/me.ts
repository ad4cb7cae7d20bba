import { Elysia } from 'elysia'
import { limits } from '#src/contract/limits.ts'
import { pick } from '#src/contract/pick.ts'
import type { Deps } from '#src/deps.ts'
import { auth } from '#src/http/auth.ts'
import { invalid } from '#src/http/errors.ts'
import { countOrRefuse } from '#src/http/limited.ts'
import { problems } from '#src/http/problem.ts'
import type { SignedIn } from '#src/identity/session.ts'
import { unauthorized } from '#src/rules/refusal.ts'
import { DeviceHeaders } from './model.ts'
import { Me, MeChange, PasswordChange, PasswordChanged } from './people-model.ts'
import { toWireInvitation } from './people.ts'
import { type Browser, setOwnPassword } from './service.ts'

/** How often an account may change its name or number: the history keeps each change for good. */
const CHANGES = {
  free: limits.ownChangesPerHour,
  windowMs: 3_600_000,
  words: `You changed this ${limits.ownChangesPerHour} times in an hour.`,
}

/** One's own account, and the people of one's club. */
export const me = (deps: Deps) => {
  const { counters, store, now } = deps

  async function read({ id, email, cordName, mobile, access, orderMails, clubId }: SignedIn) {
    const found = clubId === null ? null : await store.people.readClub(clubId, now())
    return {
      _id: id,
      email,
      cordName,
      mobile,
      access,
      orderMails,
      ...(found && {
        club: {
          _id: found.club.id,
          name: found.club.name,
          state: found.club.state,
          cart_id: found.cartId,
          people: found.people.map((person) => pick(person, ['_id', 'cordName', 'email'])),
          invitations: found.invitations.map((one) => toWireInvitation(one, false)),
        },
      }),
    }
  }

  return new Elysia({ name: 'me', prefix: '/users', tags: ['Accounts'] })
    .use(auth(deps))
    .get('/me', ({ account }) => read(account), {
      right: 'account.own',
      response: { 200: Me },
      summary: 'Read one’s own account, and the people of one’s club',
    })
    .patch(
      '/me',
      async ({ account, body }) => {
        if (Object.keys(body).length === 0)
          throw invalid([{ path: 'cordName', msg: 'A change names a field.' }])
        await countOrRefuse(counters, `me:${account.id}`, CHANGES)
        const { email, id, ver } = account
        const written = await store.accounts.change(email, body, now(), id, ver)
        if (!written) throw unauthorized()
        return read({ ...account, ...body })
      },
      {
        right: 'account.own',
        body: MeChange,
        response: { 200: Me, ...problems(422) },
        summary: 'Change one’s own name or phone number',
      },
    )
    .put(
      '/me/password',
      async ({ account, body, network, headers }) => {
        const browser: Browser = { network, deviceToken: headers['device-token'] }
        const token = await setOwnPassword(deps, account, body, browser)
        return { message: 'Your password was changed.', token }
      },
      {
        right: 'account.own',
        headers: DeviceHeaders,
        body: PasswordChange,
        response: { 200: PasswordChanged, ...problems(422, 429) },
        summary: 'Set a new password, knowing the present one',
        description:
          'Every older token ends. A wrong `password` counts as a failed sign-in and ends nothing.',
      },
    )
}
