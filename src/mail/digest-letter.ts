import { clubStatusText } from '#src/rules/club-status.ts'
import { clockText, dayText } from '#src/rules/day-text.ts'
import type { Digest, DigestLine } from '#src/rules/digest.ts'
import { isolated } from '#src/rules/isolated.ts'
import { readyText } from '#src/rules/order-counts.ts'
import { counted, grouped } from '#src/rules/number-text.ts'
import { compose, escapeHtml, headed, link, paragraph, wrap } from './letter-page.ts'
import type { Letter } from './mailer.ts'

/** One row about a line, such as `Given: 2 of 5 -> 5 of 5`. `was` is `null` where the row has only the present value. */
type Fact = { word: string | null; was: string | null; is: string }

/** A row of one value if both are equal. */
const toFact = (word: string, [was, is]: readonly [string, string]): Fact => ({
  word,
  was: was === is ? null : was,
  is,
})

/** A remark on one line: it must not end a row of the text. */
const onOneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

const STANDING = { added: 'Added', deleted: 'Deleted', restored: 'Restored' } as const

/** The status before (0) or now (1), in the words of the club's page. */
const statusText = ({ asked, given, status }: DigestLine, at: 0 | 1): string =>
  clubStatusText({
    ordered_quantity: asked[at],
    allotted_quantity: given[at],
    status: status?.[at] ?? '',
  })

/** Of a deleted line, what it was given went back to the shelf. */
const tellsGiven = ({ what, given: [before, now] }: DigestLine): boolean =>
  what === 'restored' ? now > 0 : what !== 'deleted' && before !== now

/** `3 of 5`: how many of what was given are handed over, before (0) or now (1). */
const ofGiven = ({ handed, given }: DigestLine, at: 0 | 1): string =>
  `${grouped(handed?.[at] ?? 0)} of ${grouped(given[at])}`

function factsOf(line: DigestLine): Fact[] {
  const { what, asked, given, handed, status, remarks, reason, note } = line
  const [askedBefore, askedNow] = asked
  const facts: Fact[] = []
  if (what !== 'changed')
    facts.push({ word: null, was: null, is: `${STANDING[what]}, ${grouped(askedNow)} asked` })
  else if (askedBefore !== askedNow)
    facts.push({ word: 'Asked', was: grouped(askedBefore), is: grouped(askedNow) })
  const ofAsked = (units: number) => `${grouped(units)} of ${grouped(askedNow)}`
  if (tellsGiven(line)) facts.push(toFact('Given', [ofAsked(given[0]), ofAsked(given[1])]))
  if (handed) facts.push(toFact('Handed over', [ofGiven(line, 0), ofGiven(line, 1)]))
  if (status) facts.push(toFact('Status', [statusText(line, 0), statusText(line, 1)]))
  if (remarks)
    facts.push(
      remarks[1] === ''
        ? { word: null, was: null, is: 'Remark removed' }
        : { word: 'Remark', was: null, is: onOneLine(remarks[1]) },
    )
  if (note) facts.push({ word: 'Rule', was: null, is: onOneLine(note) })
  if (what === 'deleted' && reason !== '')
    facts.push({ word: remarks ? 'Reason' : 'Remark', was: null, is: onOneLine(reason) })
  return facts
}

/** A line in a few words, for the list of mails. */
function summaryOf(line: DigestLine): string {
  const { what, asked, given, handed, status } = line
  const itemName = isolated(line.itemName)
  if (what !== 'changed') return `${itemName}: ${what}.`
  if (status) return `${itemName}: ${statusText(line, 1).toLowerCase()}.`
  if (handed) return `${itemName}: ${ofGiven(line, 1)} handed over.`
  if (given[0] !== given[1]) return `${itemName}: ${grouped(given[1])} of ${grouped(asked[1])}.`
  return asked[0] === asked[1]
    ? `${itemName}: new remark.`
    : `${itemName}: ${grouped(asked[1])} asked.`
}

/** Mail programs hide what comes behind about 100 kB. */
const MOST_LISTED = 100
/** More lines than these have the way to the order above them too: remarks can fill 100 kB sooner. */
const FEW = 20
const SUMMARIZED = 2

function summary(lines: readonly DigestLine[]): string {
  const left = lines.length - SUMMARIZED
  const first = lines.slice(0, SUMMARIZED).map(summaryOf)
  return [...first, ...(left > 0 ? [`${grouped(left)} more.`] : [])].join(' ')
}

/** `Sunday, 29 November, 12:00 UTC`, in the time zone of the server: a mail cannot know the reader's. */
function timeText(at: Date, now: Date): string {
  const parts = new Intl.DateTimeFormat('en-GB', { timeZoneName: 'short' }).formatToParts(at)
  const zone = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
  return `${dayText(at, now)}, ${clockText(at)} ${zone}`
}

/** Says when the mail was written, because it may arrive later. */
function leadOf({ since, at }: Digest): string {
  const written = new Date(at)
  const until = `On ${timeText(written, written)}`
  if (!since) return `${until}, this was new in your order.`
  const last = since.what === 'mail' ? 'our mail' : 'your order'
  return `${until}, this was new since ${last} of ${timeText(new Date(since.at), written)}.`
}

/** `10 minutes`, `30 seconds`. */
function spanText(minutes: number): string {
  const isWhole = Number.isInteger(minutes)
  const unit = { style: 'unit', unit: isWhole ? 'minute' : 'second', unitDisplay: 'long' } as const
  return new Intl.NumberFormat('en', unit).format(
    isWhole ? minutes : Math.max(1, Math.round(minutes * 60)),
  )
}

const textOf = (line: DigestLine) =>
  [
    line.itemName,
    ...factsOf(line).map(
      ({ word, was, is }) =>
        `  ${word === null ? '' : `${word}: `}${was === null ? '' : `${was} -> `}${is}`,
    ),
  ].join('\n')

function htmlOf(line: DigestLine, index: number): string {
  const name = escapeHtml(line.itemName)
  const rows = factsOf(line).map(({ word, was, is }) => {
    const before = was === null ? '' : `<span class="quiet">${escapeHtml(was)}</span> &rarr; `
    const now = was === null ? escapeHtml(is) : `<b>${escapeHtml(is)}</b>`
    return word === null
      ? `<tr><td colspan="2">${now}</td></tr>`
      : `<tr><td class="what quiet">${word}</td><td>${before}${wrap(now)}</td></tr>`
  })
  return `<tr><td class="line${index === 0 ? ' first' : ''}">
<p class="name">${line.what === 'deleted' ? `<s>${name}</s>` : name}</p>
<table role="presentation">
${rows.join('\n')}
</table>
</td></tr>`
}

/**
 * The mail about what others changed in a club's order. `origin` is the portal's base URL. Mail programs can turn these mails off by
 * themselves (RFC 8058): `mailsOffUrl` needs no sign-in.
 */
export function digestLetter({
  to,
  digest,
  origin,
  mailsOffUrl,
  digestMinutes,
}: {
  to: string
  digest: Digest
  origin: string
  mailsOffUrl: string
  digestMinutes: number
}): Letter {
  const { clubName, lines, message = '', ready } = digest
  const title = `Your order: ${counted(lines.length, 'line')} changed`
  const waiting = ready ? readyText(ready.things) : ''
  const where = onOneLine(ready?.pickup ?? '')
  const order = link('See your order', `${origin}/inventoryuser`, 'button')
  const listed = lines.slice(0, MOST_LISTED)
  const left = lines.length - listed.length
  const table = {
    text: listed.map(textOf).join('\n\n'),
    html: `<table class="lines" role="presentation">\n${listed.map(htmlOf).join('\n')}\n</table>`,
  }
  const why = `You get this mail because ${isolated(clubName)} ordered with this address. At most one mail in ${spanText(digestMinutes)} tells all that changed, but what the department announces comes at once.`
  const parts = [
    ...(message ? [headed('From the department', onOneLine(message))] : []),
    ...(ready ? [headed(waiting, where)] : []),
    paragraph(leadOf(digest)),
    ...(lines.length > FEW ? [order] : []),
    table,
    ...(left > 0 ? [paragraph(`And ${grouped(left)} more.`)] : []),
    order,
    paragraph(why, 'small'),
    link('Stop mails about your order', mailsOffUrl, 'small'),
  ]
  return {
    ...compose(to, title, parts, ready ? `${waiting} ${where}`.trim() : summary(lines)),
    headers: {
      'List-Unsubscribe': `<${mailsOffUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  }
}
