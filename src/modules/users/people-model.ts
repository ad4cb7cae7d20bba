import { t } from 'elysia'
import { CLUB_STATES, REGISTRATION_MODES } from '#src/contract/people.ts'
import { ADMINISTRATOR, ROLES } from '#src/contract/statuses.ts'
import { BodyOf } from '#src/http/body.ts'
import { Batched, Flag, Id, Name, OneOf, reply, Titled } from '#src/http/fields.ts'
import { Email, Mobile, NewPassword, Password } from './model.ts'

export const Person = Titled('Person', {
  _id: reply.id(),
  cordName: reply.text('Asha'),
  email: reply.text('asha@campus.example'),
  mobile: reply.text('+91 98765 43210'),
  disabled: t.Boolean({ examples: [false] }),
  seen: reply.text(
    '2026-10-22',
    'The day of the last sign-in, YYYY-MM-DD; `""` before the first one.',
  ),
})

const Mode = OneOf(REGISTRATION_MODES, {
  error: `mode must be ${REGISTRATION_MODES.join(' or ')}.`,
  description: '`approval`: a new club waits until an administrator approves it.',
})

export const Invitation = Titled('Invitation', {
  _id: reply.id(),
  email: reply.text('new@campus.example'),
  at: reply.time(),
  by: t.Object(
    { id: t.Optional(reply.id()), name: t.Optional(reply.text('Asha')), access: OneOf(ROLES) },
    { description: 'Who invites. A club reads neither id nor name of an administrator.' },
  ),
  club: t.Optional(
    t.Object(
      { _id: reply.id(), name: reply.text('Film Club') },
      {
        description: 'Absent for an invitation to the administrators.',
      },
    ),
  ),
  access: t.Optional(
    t.Literal(ADMINISTRATOR, { description: 'Of an invitation to the administrators.' }),
  ),
})
export const InvitationMade = Batched('InvitationMade', Invitation.properties)

export const Club = Titled('PeopledClub', {
  _id: reply.id(),
  name: reply.text('Film Club'),
  state: OneOf(CLUB_STATES, { description: '`waiting`: no administrator has approved it.' }),
  lines: reply.integer(8, 'Lines of its order.'),
  people: t.Array(Person, { description: 'The longest-standing first.' }),
})

export const People = Titled('People', {
  clubs: t.Array(Club, { description: 'By name.' }),
  administrators: t.Array(Person),
  invitations: t.Array(Invitation, { description: 'Open ones, the newest first.' }),
  mode: Mode,
})

export const RegistrationChange = BodyOf('RegistrationChange', { mode: Mode })
export const RegistrationSet = Batched('RegistrationSet', { mode: Mode })

export const InvitationBody = BodyOf('InvitationBody', {
  email: Email,
  club: t.Optional(Id('club', 'The club to join. Only administrators name one.')),
  access: t.Optional(
    t.Literal(ADMINISTRATOR, {
      error: `access must be ${ADMINISTRATOR}.`,
      description: 'Invites to the administrators, in place of a club.',
    }),
  ),
})

const Disabled = t.Optional(Flag('disabled', true))

export const ClubChange = BodyOf('ClubChange', {
  name: t.Optional(Name('A club name', 'Film Club')),
  state: t.Optional(t.Literal('active', { error: 'state must be active.' })),
  disabled: Disabled,
})
export const ClubChanged = Batched('ClubChanged', Club.properties)

export const PersonChange = BodyOf('PersonChange', {
  disabled: Disabled,
  club: t.Optional(Id('club', 'The club to move a coordinator to.')),
})
export const PersonChanged = Batched('PersonChanged', {
  ...Person.properties,
  club: t.Optional(reply.id('The club of a coordinator.')),
})

const { _id, cordName, email, mobile } = Person.properties

export const Me = Titled('Me', {
  _id,
  email,
  cordName,
  mobile,
  access: OneOf(ROLES),
  orderMails: t.Boolean({ examples: [true] }),
  club: t.Optional(
    t.Object(
      {
        _id: reply.id(),
        name: Club.properties.name,
        state: Club.properties.state,
        cart_id: reply.id(),
        people: t.Array(t.Object({ _id, cordName, email }), {
          description: 'Those who can sign in, the longest-standing first.',
        }),
        invitations: t.Array(Invitation, { description: 'Open ones, the newest first.' }),
      },
      { description: 'The club of a coordinator.' },
    ),
  ),
})

export const MeChange = BodyOf('MeChange', {
  cordName: t.Optional(Name('A name', 'Asha')),
  mobile: t.Optional(Mobile),
})

export const PasswordChange = BodyOf('PasswordChange', {
  password: Password,
  newPassword: NewPassword,
})
export const PasswordChanged = Titled('PasswordChanged', {
  message: reply.text('Your password was changed.', 'Text for people. It may change.'),
  token: reply.text(
    'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIwMTkzIn0.c2lnbmF0dXJl',
    'A new bearer token. Every older one has ended.',
  ),
})
