import { Elysia, t } from 'elysia'
import { asClubId, asPersonId, type ClubId } from '#src/contract/ids.ts'
import { pick } from '#src/contract/pick.ts'
import { ADMINISTRATOR } from '#src/contract/statuses.ts'
import type { Deps } from '#src/deps.ts'
import { auth } from '#src/http/auth.ts'
import { RowParams, withBatch } from '#src/http/fields.ts'
import { keptList } from '#src/http/list-reply.ts'
import { problems } from '#src/http/problem.ts'
import type { SignedIn } from '#src/identity/session.ts'
import { emailKey } from '#src/rules/names.ts'
import { isLead } from '#src/rules/people.ts'
import { refusalOf } from '#src/rules/faults.ts'
import { forbidden } from '#src/rules/refusal.ts'
import type { ListedInvitation } from '#src/store/port.ts'
import * as model from './people-model.ts'
import { checkDomain } from './service.ts'

/** An invitation as administrators read it, or, without the names of administrators, the people of its club. */
export function toWireInvitation(
  { id, email, at, by, clubId, clubName, author, isByAdministrator }: ListedInvitation,
  readsAll: boolean,
) {
  const access = isByAdministrator ? ADMINISTRATOR : 'user'
  const isNamed = readsAll || !isByAdministrator
  return {
    _id: id,
    email,
    at: new Date(at).toISOString(),
    by: { ...(isNamed && { id: by, ...(author && { name: author.name }) }), access },
    ...(clubId === null
      ? { access: ADMINISTRATOR }
      : { club: { _id: clubId, name: clubName ?? '' } }),
  }
}

const wrong = (path: string, msg: string) => refusalOf('invalid', path, msg)

/** The club that an invitation leads to; `null` for the administrators. Throws `forbidden` or `invalid`. */
function clubToInviteTo(
  account: SignedIn,
  { club, access }: { club?: string | undefined; access?: string | undefined },
): ClubId | null {
  if (account.clubId !== null) {
    if (club !== undefined || access !== undefined) throw forbidden()
    return account.clubId
  }
  if ((club === undefined) === (access === undefined))
    throw wrong('club', 'An invitation leads to a club or to the administrators.')
  return club === undefined ? null : asClubId(club)
}

/** Clubs, the people in them, invitations, and how clubs register. */
export const people = (deps: Deps) => {
  const { store, outbox, now } = deps
  const list = keptList(store, ['people', 'carts'], async () => {
    const { rows, ...listed } = await store.people.list(now())
    const invitations = rows.invitations.map((one) => toWireInvitation(one, true))
    return { ...listed, rows: { ...rows, invitations } }
  })

  return new Elysia({ name: 'people', prefix: '/users', tags: ['People'] })
    .use(auth(deps))
    .get('/people', list, {
      right: 'people.manage',
      response: { 200: model.People },
      summary: 'List clubs with their people, administrators and invitations',
      description: 'A club that waits and has neither people nor lines is left out.',
    })
    .put(
      '/registration',
      async ({ account, body }) => {
        const { value: mode, batch } = await store.people.setRegistration(
          body.mode,
          account.id,
          now(),
        )
        return withBatch({ value: { mode }, batch })
      },
      {
        right: 'people.manage',
        body: model.RegistrationChange,
        response: { 200: model.RegistrationSet },
        summary: 'Set whether new clubs order at once, or wait for approval',
      },
    )
    .post(
      '/invitations',
      async ({ account, body, status }) => {
        const clubId = clubToInviteTo(account, body)
        const email = emailKey(body.email)
        checkDomain(deps, email)
        const { value, batch } = await store.people.invite({ email, clubId }, account.id, now())
        // Not at once: later activity must not tell whether the address has an account.
        outbox.wakeSoon()
        const isOfLead = isLead(account)
        const invitation = toWireInvitation(value, isOfLead)
        return status(201, isOfLead ? withBatch({ value: invitation, batch }) : invitation)
      },
      {
        right: 'people.invite',
        body: model.InvitationBody,
        response: { 201: model.InvitationMade, ...problems(404, 'club_waiting', 422, 429) },
        summary: 'Invite somebody to a club, or to the administrators',
        description:
          'A coordinator invites to their own club, an administrator to any (`club`) or to the administrators (`access`). Whoever registers with the address within 14 days joins. An address that has an account gets the same answer.',
      },
    )
    .delete(
      '/invitations/:id',
      async ({ account, params, status }) => {
        await store.people.endInvitation(params.id, account.clubId, account.id, now())
        return status(204, undefined)
      },
      {
        right: 'people.invite',
        params: RowParams,
        response: { 204: t.Void(), ...problems(404) },
        summary: 'Remove an open invitation',
      },
    )
    .patch(
      '/clubs/:id',
      async ({ account, params, body }) => {
        if (Object.keys(body).length === 0) throw wrong('name', 'A change names a field.')
        const changed = await store.people.changeClub(asClubId(params.id), body, account.id, now())
        outbox.wake()
        return withBatch(changed)
      },
      {
        right: 'people.manage',
        params: RowParams,
        body: model.ClubChange,
        response: { 200: model.ClubChanged, ...problems(404, 422) },
        summary: 'Rename or approve a club, or disable all its people',
        description:
          'An approval sends one mail to each of its people. `disabled: false` enables all again.',
      },
    )
    .patch(
      '/people/:id',
      async ({ account, params, body }) => {
        const { disabled, club } = body
        if (disabled === undefined && club === undefined)
          throw wrong('disabled', 'A change names a field.')
        const change = { disabled, ...(club !== undefined && { clubId: asClubId(club) }) }
        const personId = asPersonId(params.id)
        const { value, batch } = await store.people.changePerson(
          personId,
          change,
          account.id,
          now(),
        )
        const { id: _id, clubId } = value
        const person = pick(value, ['cordName', 'email', 'mobile', 'disabled', 'seen'])
        return withBatch({
          value: { _id, ...person, ...(clubId !== null && { club: clubId }) },
          batch,
        })
      },
      {
        right: 'people.manage',
        params: RowParams,
        body: model.PersonChange,
        response: { 200: model.PersonChanged, ...problems(404, 422, 'last_administrator') },
        summary: 'Disable, enable or move a person',
        description:
          'Disabling and moving end the person’s sessions, drop the mails that wait for them, and remove the invitations that they sent. The last administrator who can sign in, and oneself, cannot be disabled.',
      },
    )
}
