import type { Letter } from './mailer.ts'

const SENDER = 'Department of Art, Design and Publicity'

export const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

const LINE_LENGTH = 70
/** Lines of up to 76 characters are sent unencoded, so the mail source stays readable and no line break splits a code. */
export function wrap(text: string): string {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const line = lines.at(-1)
    if (line !== undefined && line.length + 1 + word.length <= LINE_LENGTH)
      lines[lines.length - 1] = `${line} ${word}`
    else lines.push(word)
  }
  return lines.join('\n').trimEnd()
}

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
  .code { margin: 8px 0 24px; background: #fdba2f; color: rgb(5, 21, 34);
    font: 700 40px/1 "Courier New", Courier, monospace;
    letter-spacing: 10px; padding: 22px 12px 22px 22px; text-align: center }
  .small, .quiet { color: #4f5b66; font-size: 14px }
  .before { display: none; max-height: 0; overflow: hidden }
  .lines { width: 100%; margin: 0 0 24px;
    border-bottom: 4px solid #c9945c }
  .line { padding: 14px 0 12px; border-top: 1px solid #c9945c }
  .first { border-top-width: 4px }
  .name { margin: 0 0 4px; font-size: 17px; font-weight: 700;
    line-height: 1.3 }
  .what { width: 64px; padding: 2px 12px 2px 0; vertical-align: top }
  .button a { display: inline-block; background: rgb(5, 21, 34);
    color: #fffaf0; font-weight: 700; line-height: 1.2; padding: 15px 22px;
    text-decoration: none }
  @media (max-width: 420px) {
    .in { padding: 24px 20px }
    .top { padding: 18px 20px }
    .code { font-size: 34px; letter-spacing: 7px }
  }
  @media (prefers-color-scheme: dark) {
    body { background: rgb(5, 21, 34) }
    .sheet { background: #0d202f; color: #f6efe1 }
    h1 { color: #f6efe1 }
    .small, .quiet { color: #c4bdb0 }
    .button a { background: #f6efe1; color: rgb(5, 21, 34) }
    .top { background: #182c3d }
  }
`

const toHtmlPage = (title: string, body: string, before: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
${before && `<div class="before">${wrap(escapeHtml(before))}</div>\n`}<table class="outer" role="presentation"><tr><td align="center">
<table class="sheet" role="presentation">
<tr><td class="top">Art, Design &amp; Publicity</td></tr>
<tr><td class="rail">&nbsp;</td></tr>
<tr><td class="in">
<h1>${escapeHtml(title)}</h1>
${body}
<p class="small">${SENDER}</p>
</td></tr>
</table>
</td></tr></table>
</body>
</html>
`

/** A part of a mail, as text and as HTML. */
export type Part = { text: string; html: string }

const tagOf = (kind?: string) => (kind ? `<p class="${kind}">` : '<p>')

export const paragraph = (text: string, kind?: 'small'): Part => ({
  text: wrap(text),
  html: `${tagOf(kind)}${wrap(escapeHtml(text))}</p>`,
})

/** A paragraph, possibly empty, below a few words in bold. */
export const headed = (words: string, text: string): Part => ({
  text: text ? `${words}\n${wrap(text)}` : words,
  html: `<p><b>${words}</b>${text && `<br>\n${wrap(escapeHtml(text))}`}</p>`,
})

export const link = (label: string, href: string, kind?: 'button' | 'small'): Part => ({
  text: `${label}:\n${href}`,
  html: `${tagOf(kind)}<a href="${escapeHtml(href)}">\n${label}</a></p>`,
})

/** Makes a mail of its parts; mail programs show `before` beside the subject. */
export const compose = (
  to: string,
  title: string,
  parts: readonly Part[],
  before = '',
): Letter => ({
  to,
  subject: title,
  text: [title, ...parts.map(({ text }) => text), SENDER].join('\n\n'),
  html: toHtmlPage(title, parts.map(({ html }) => html).join('\n'), before),
})
