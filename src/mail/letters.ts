import { limits } from '#src/contract/limits.ts'
import { isolated } from '#src/rules/isolated.ts'
import { nameInMail } from '#src/rules/people.ts'
import type { CodePurpose, ListedInvitation, NoticePurpose } from '#src/store/port.ts'
import { compose, link, paragraph } from './letter-page.ts'
import type { Letter } from './mailer.ts'

const CODE_WORDS: Record<CodePurpose, { title: string; close: string }> = {
  register: {
    title: 'Your code for the Inventory portal',
    close: 'You did not ask for a code? Then do nothing: without it nobody can use your address.',
  },
  reset: {
    title: 'Your code for a new password',
    close: 'You did not ask for a code? Then do nothing: your password stays as it is.',
  },
}

export function codeLetter(to: string, purpose: CodePurpose, code: string): Letter {
  const { title, close } = CODE_WORDS[purpose]
  const lead = paragraph(
    `Type it on the page where you asked for it. It works once, for ${limits.codeMinutes} minutes.`,
  )
  const shown = {
    text: `${code}\n\n${lead.text}`,
    html: `${lead.html}\n<p class="code">${code}</p>`,
  }
  return { ...compose(to, title, [shown, paragraph(close)]), code, share: purpose }
}

/** The mail to an address that asks for a registration code but already has an account; `origin` is the portal's base URL. */
export const accountExistsLetter = (to: string, origin: string): Letter => ({
  ...compose(to, 'You already have an account', [
    paragraph(
      'Somebody asked to register at the Inventory portal with your address. It has an account already.',
    ),
    link('Sign in', `${origin}/inventory`),
    link('Choose a new password', `${origin}/forgpass`),
    paragraph('It was not you? Then do nothing: your account stays as it is.'),
  ]),
  share: 'register',
})

const NOTICE_WORDS: Record<NoticePurpose, { title: string; lead: string; close?: string }> = {
  password_changed: {
    title: 'Your password was changed',
    lead: 'The password of your account at the Inventory portal is a new one. Every older session has ended.',
  },
  role_changed: {
    title: 'The role of your account was changed',
    lead: 'Your account at the Inventory portal has another role now. Every older session has ended.',
  },
  club_approved: {
    title: 'Your club is approved',
    lead: 'The department has approved your club at the Inventory portal. It can order from now on.',
    close: 'You get this mail because you registered with this address.',
  },
  new_browser: {
    title: 'A new browser signed in to your account',
    lead: 'Somebody signed in to your administrator account at the Inventory portal from a browser that had not signed in to it before.',
  },
}

/** A name in a sentence to a stranger, or these words in place of one that looks like an address or a link. */
function named(name: string | null | undefined, instead: string): string {
  const shown = nameInMail(name ?? null)
  return shown === null ? instead : isolated(shown)
}

type Invited = Pick<ListedInvitation, 'clubId' | 'clubName' | 'author'> & { hasAccount: boolean }

/** The mail to an invited address. It holds no secret: whoever registers with the address joins. */
export const invitationLetter = (
  to: string,
  { clubId, clubName, author, hasAccount }: Invited,
  origin: string,
): Letter => {
  const place = clubId === null ? 'the administrators of' : `${named(clubName, 'a club')} at`
  const how = hasAccount
    ? 'Your address has an account already: ask an administrator to move you.'
    : `Register with this address within ${limits.invitationDays} days, and you join.`
  const nothing = hasAccount ? 'your account stays as it is' : 'without you nothing happens'
  return compose(to, 'You are invited to the Inventory portal', [
    paragraph(
      `${named(author?.name, 'Somebody')} invites you to join ${place} the Inventory portal. ${how}`,
    ),
    ...(hasAccount ? [] : [link('Register', `${origin}/register`)]),
    paragraph(`You do not know why? Then do nothing: ${nothing}.`),
  ])
}

/** Tells an administrator of a new one. */
export const newAdministratorLetter = (
  to: string,
  { cordName, email }: { cordName: string; email: string },
  origin: string,
): Letter =>
  compose(to, 'There is a new administrator', [
    paragraph(
      `${isolated(cordName)} (${email}) is an administrator of the Inventory portal now, and can do all that you can.`,
    ),
    link('People', `${origin}/people`),
    paragraph('You did not expect this? Then ask the other administrators, or close the account.'),
  ])

const IF_NOT_YOU =
  'It was you? Then there is nothing to do. If not, ask for a new password on the sign-in page at once, and tell whoever runs the portal.'

/** Notifies the owner of an account about a change, so that they can act if they did not make it. */
export function noticeLetter(to: string, purpose: NoticePurpose): Letter {
  const { title, lead, close = IF_NOT_YOU } = NOTICE_WORDS[purpose]
  return compose(to, title, [paragraph(lead), paragraph(close)])
}
