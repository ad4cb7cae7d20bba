import { limits } from '#src/contract/limits.ts'
import type { CodePurpose, MailPurpose } from '#src/store/port.ts'
import type { Letter } from './mailer.ts'

const SENDER = 'Department of Art, Design and Publicity'

/** The content that both the text and the HTML version show; `board` is shown large, in a box of its own. */
type Content = {
  title: string
  lead: string
  board?: string
  links?: { label: string; href: string }[]
  close: string
}

const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/** Lines of up to 76 characters are sent unencoded, so the mail source stays readable and no line break splits a code. */
const wrap = (text: string) => text.replace(/(.{1,70})(?: |$)/g, '$1\n').trimEnd()

/** No colour is written as # and six digits: the code must be the only run of six digits in a code mail. */
const STYLE = `
  body { margin: 0; padding: 0; background: #e9e2d3; color: rgb(5, 21, 34);
    font: 16px/1.55 Arial, Helvetica, sans-serif }
  table { border-collapse: collapse }
  td { padding: 0 }
  .outer { width: 100% }
  .sheet { width: 100%; max-width: 520px; background: #fffaf0 }
  .top { background: rgb(5, 21, 34); color: #fdba2f; padding: 22px 32px;
    font: 900 22px/1.1 "Arial Black", Arial, sans-serif }
  .rail { background: #c9945c; height: 10px; font: 0/10px Arial }
  .in { padding: 32px }
  h1 { margin: 0 0 16px; color: rgb(5, 21, 34);
    font: 900 26px/1.15 "Arial Black", Arial, sans-serif }
  p { margin: 0 0 16px }
  a { color: inherit }
  .board { margin: 8px 0 24px; background: #fdba2f; color: rgb(5, 21, 34);
    font: 700 40px/1 "Courier New", Courier, monospace;
    letter-spacing: 10px; padding: 22px 12px 22px 22px; text-align: center }
  .small { color: #4f5b66; font-size: 14px }
  @media (max-width: 420px) {
    .in { padding: 24px 20px }
    .top { padding: 18px 20px }
    .board { font-size: 34px; letter-spacing: 7px }
  }
  @media (prefers-color-scheme: dark) {
    body { background: rgb(5, 21, 34) }
    .sheet { background: #0d202f; color: #f6efe1 }
    h1 { color: #f6efe1 }
    .small { color: #c4bdb0 }
    .top { background: #182c3d }
  }
`

const toText = ({ title, lead, board, links = [], close }: Content) =>
  [
    title,
    ...(board === undefined ? [] : [board]),
    wrap(lead),
    ...links.map(({ label, href }) => `${label}:\n${href}`),
    wrap(close),
    SENDER,
  ].join('\n\n')

const toHtml = ({ title, lead, board, links = [], close }: Content) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<table class="outer" role="presentation"><tr><td align="center">
<table class="sheet" role="presentation">
<tr><td class="top">Art, Design &amp; Publicity</td></tr>
<tr><td class="rail">&nbsp;</td></tr>
<tr><td class="in">
<h1>${escapeHtml(title)}</h1>
${[
  `<p>${wrap(escapeHtml(lead))}</p>`,
  ...(board === undefined ? [] : [`<p class="board">${escapeHtml(board)}</p>`]),
  ...links.map(
    ({ label, href }) => `<p><a href="${escapeHtml(href)}">\n${escapeHtml(label)}</a></p>`,
  ),
  `<p>${wrap(escapeHtml(close))}</p>`,
  `<p class="small">${SENDER}</p>`,
].join('\n')}
</td></tr>
</table>
</td></tr></table>
</body>
</html>
`

const write = (to: string, content: Content): Letter => ({
  to,
  subject: content.title,
  text: toText(content),
  html: toHtml(content),
  ...(content.board !== undefined && { code: content.board }),
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

export const codeLetter = (to: string, purpose: CodePurpose, code: string): Letter =>
  write(to, {
    ...CODE_WORDS[purpose],
    lead: `Type it on the page where you asked for it. It works once, for ${limits.codeMinutes} minutes.`,
    board: code,
  })

/** The mail to an address that asks for a registration code but already has an account; `origin` is the portal's base URL. */
export const accountExistsLetter = (to: string, origin: string): Letter =>
  write(to, {
    title: 'You already have an account',
    lead: 'Somebody asked to register at the Inventory portal with your address. It has an account already.',
    links: [
      { label: 'Sign in', href: `${origin}/inventory` },
      { label: 'Choose a new password', href: `${origin}/forgpass` },
    ],
    close: 'It was not you? Then do nothing: your account stays as it is.',
  })

const NOTICE_WORDS: Record<Exclude<MailPurpose, 'reset'>, { title: string; lead: string }> = {
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
export const noticeLetter = (to: string, purpose: Exclude<MailPurpose, 'reset'>): Letter =>
  write(to, {
    ...NOTICE_WORDS[purpose],
    close:
      'It was you? Then there is nothing to do. If not, ask for a new password on the sign-in page at once, and tell whoever runs the portal.',
  })
