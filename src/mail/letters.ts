import { limits } from '#src/contract/limits.ts'
import type { CodePurpose, NoticePurpose } from '#src/store/port.ts'
import { escapeHtml, SENDER, toHtmlPage, wrap } from './letter-page.ts'
import type { Letter } from './mailer.ts'

/** The content of the text and the HTML version; the HTML shows `code` in large digits. */
type Content = {
  title: string
  lead: string
  code?: string
  links?: { label: string; href: string }[]
  close: string
}

const toText = ({ title, lead, code, links = [], close }: Content) =>
  [
    title,
    ...(code === undefined ? [] : [code]),
    wrap(lead),
    ...links.map(({ label, href }) => `${label}:\n${href}`),
    wrap(close),
    SENDER,
  ].join('\n\n')

const toHtml = ({ title, lead, code, links = [], close }: Content) =>
  toHtmlPage(
    title,
    [
      `<p>${wrap(escapeHtml(lead))}</p>`,
      ...(code === undefined ? [] : [`<p class="code">${escapeHtml(code)}</p>`]),
      ...links.map(
        ({ label, href }) => `<p><a href="${escapeHtml(href)}">\n${escapeHtml(label)}</a></p>`,
      ),
      `<p>${wrap(escapeHtml(close))}</p>`,
    ].join('\n'),
  )

const write = (to: string, content: Content): Letter => ({
  to,
  subject: content.title,
  text: toText(content),
  html: toHtml(content),
  ...(content.code !== undefined && { code: content.code }),
})

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

export const codeLetter = (to: string, purpose: CodePurpose, code: string): Letter => ({
  ...write(to, {
    ...CODE_WORDS[purpose],
    lead: `Type it on the page where you asked for it. It works once, for ${limits.codeMinutes} minutes.`,
    code: code,
  }),
  share: purpose,
})

/** The mail to an address that asks for a registration code but already has an account; `origin` is the portal's base URL. */
export const accountExistsLetter = (to: string, origin: string): Letter => ({
  ...write(to, {
    title: 'You already have an account',
    lead: 'Somebody asked to register at the Inventory portal with your address. It has an account already.',
    links: [
      { label: 'Sign in', href: `${origin}/inventory` },
      { label: 'Choose a new password', href: `${origin}/forgpass` },
    ],
    close: 'It was not you? Then do nothing: your account stays as it is.',
  }),
  share: 'register',
})

const NOTICE_WORDS: Record<NoticePurpose, { title: string; lead: string }> = {
  password_changed: {
    title: 'Your password was changed',
    lead: 'The password of your account at the Inventory portal is a new one. Every older session has ended.',
  },
  role_changed: {
    title: 'The role of your account was changed',
    lead: 'Your account at the Inventory portal has another role now. Every older session has ended.',
  },
  new_browser: {
    title: 'A new browser signed in to your account',
    lead: 'Somebody signed in to your administrator account at the Inventory portal from a browser that had not signed in to it before.',
  },
}

/** Notifies the owner of an account about a change, so that they can act if they did not make it. */
export const noticeLetter = (to: string, purpose: NoticePurpose): Letter =>
  write(to, {
    ...NOTICE_WORDS[purpose],
    close:
      'It was you? Then there is nothing to do. If not, ask for a new password on the sign-in page at once, and tell whoever runs the portal.',
  })
