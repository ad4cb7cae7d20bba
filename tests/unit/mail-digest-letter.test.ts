import { describe, expect, test } from 'bun:test'
import { asClubId } from '#src/contract/ids.ts'
import { digestLetter } from '#src/mail/digest-letter.ts'
import type { Digest, DigestLine } from '#src/rules/digest.ts'

const line = (given: Partial<DigestLine> = {}): DigestLine => ({
  lineId: 'a line',
  itemName: 'Tape',
  what: 'changed',
  asked: [5, 5],
  given: [3, 5],
  status: null,
  remarks: null,
  reason: '',
  ...given,
})

const write = (digest: Partial<Digest>, digestMinutes = 10) =>
  digestLetter({
    to: 'club@campus.example',
    digest: {
      clubId: asClubId('demo'),
      clubName: 'Demo Club',
      at: new Date(2026, 10, 30, 12).getTime(),
      since: null,
      lines: [line()],
      ...digest,
    },
    origin: 'https://portal.example',
    mailsOffUrl: 'https://portal.example/users/mails-off?t=sample',
    digestMinutes,
  })

describe('a mail about an order', () => {
  test('keeps a name from right to left in its place', () => {
    const { html, text } = write({ clubName: 'نادي', lines: [line({ itemName: 'فرشاة' })] })
    expect(html).toContain('\u2068فرشاة\u2069: 5 of 5.')
    expect(text).toContain('because \u2068نادي\u2069 ordered')
  })

  test('begins with the message of the department', () => {
    const { html, text } = write({ message: 'Paint was <short>:\nevery club got half.' })
    const words =
      'Your order: 1 line changed\n\nFrom the department\nPaint was <short>: every club got half.\n\nOn '
    expect(text).toStartWith(words)
    expect(html).toContain('Paint was &#60;short&#62;: every club got half.')
  })

  test('says what is ready, and where, before what changed', () => {
    const where = 'Store room,\n5 to 7 pm <north>.'
    const { html, text } = write({ message: 'Soon.', ready: { things: 7, pickup: where } })
    expect(text).toContain('Soon.\n\n7 things are ready.\nStore room, 5 to 7 pm <north>.\n\nOn ')
    expect(html).toContain('<b>7 things are ready.</b><br>\nStore room, 5 to 7 pm &#60;north&#62;.')
    expect(html).toMatch(/class="before">7 things are ready/)
    expect(write({ ready: { things: 1, pickup: '' } }).text).toContain(
      '\n\n1 thing is ready.\n\nOn ',
    )
  })

  test('tells each line in the order of the list, was and is', () => {
    const { subject, text } = write({
      since: { at: new Date(2026, 10, 29, 12).getTime(), what: 'mail' },
      lines: [
        line({ itemName: 'Brush Round 4' }),
        line({
          itemName: 'Canvas',
          given: [0, 0],
          status: ['Pending', 'Rejected'],
          remarks: ['', 'None left until\nThursday'],
          note: 'As asked:\n22 for 44',
        }),
        line({
          itemName: 'Chart Paper',
          given: [5, 5],
          handed: [0, 5],
          status: ['Ready', 'Delivered'],
        }),
        line({ itemName: 'Glue', given: [0, 0], remarks: ['soon', ''] }),
        line({ itemName: 'Neon', what: 'added', asked: [0, 2], given: [0, 1] }),
        line({ itemName: 'Roll', what: 'deleted', given: [2, 0], reason: 'The roll was wet.' }),
        line({ itemName: 'Tape', what: 'restored', given: [2, 2], status: ['Ready', 'Ready'] }),
        line({ itemName: 'Vinyl', given: [3, 3], status: ['Pending', 'Ready'] }),
        line({ itemName: 'Wire', asked: [5, 8], given: [3, 3] }),
      ],
    })
    expect(subject).toBe('Your order: 9 lines changed')
    expect(text.replace('of\nSunday', 'of Sunday')).toMatch(
      /^On Monday, 30 November, 12:00 \S+, this was new since our mail of Sunday, 29 November, 12:00 \S+\.$/m,
    )
    expect(text).toContain(
      [
        'Brush Round 4\n  Given: 3 of 5 -> 5 of 5',
        'Canvas\n  Status: Pending -> Rejected\n  Remark: None left until Thursday\n  Rule: As asked: 22 for 44',
        'Chart Paper\n  Handed over: 0 of 5 -> 5 of 5\n  Status: Ready for Pickup -> Delivered',
        'Glue\n  Remark removed',
        'Neon\n  Added, 2 asked\n  Given: 0 of 2 -> 1 of 2',
        'Roll\n  Deleted, 5 asked\n  Remark: The roll was wet.',
        'Tape\n  Restored, 5 asked\n  Given: 2 of 5\n  Status: Ready for Pickup',
        'Vinyl\n  Status: Given 3 of 5 -> Ready for Pickup',
        'Wire\n  Asked: 5 -> 8',
      ].join('\n\n'),
    )
  })

  test('says in which time at most one mail comes, and that an announcement does not wait', () => {
    const said = (minutes: number) =>
      /At most\s+one\s+mail\s+in\s+([\w\s]+?)\s+tells/.exec(write({}, minutes).text)?.[1]
    expect([10, 1, 0.5, 1.5].map(said)).toEqual([
      '10 minutes',
      '1 minute',
      '30 seconds',
      '90 seconds',
    ])
    expect(write({}).text).toMatch(
      /tells\s+all\s+that\s+changed,\s+but\s+what\s+the\s+department\s+announces\s+comes\s+at\s+once\./,
    )
    expect(write({}).subject).toBe('Your order: 1 line changed')
  })

  test('shows names and remarks as text, and lets none of them into a header', () => {
    const hostile = '<img src=x onerror=alert(1)>\r\nBcc: other@campus.example'
    const { html, subject, headers } = write({
      clubName: hostile,
      lines: [line({ itemName: hostile, remarks: ['', hostile], reason: hostile })],
    })
    expect(html).not.toContain('<img')
    expect(JSON.stringify([subject, headers])).not.toContain('Bcc')
    expect(headers).toEqual({
      'List-Unsubscribe': '<https://portal.example/users/mails-off?t=sample>',
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    })
  })

  test.each([
    [20, 1, 'Item 19'],
    [100, 2, 'Item 99'],
    [220, 2, 'And 120 more.'],
  ])(
    'of %i lines has a way to the order %i times, and ends its list with %s',
    (count, ways, end) => {
      const lines = Array.from({ length: count }, (_, at) => line({ itemName: `Item ${at}` }))
      const { subject, text, html } = write({ lines })
      expect(subject).toBe(`Your order: ${count} lines changed`)
      const order = 'https://portal.example/inventoryuser'
      for (const part of [text, html]) {
        expect(part.split(order)).toHaveLength(ways + 1)
        const listed = Math.min(count, 100)
        expect(part.split(/Item \d+(?=\n|<)/)).toHaveLength(listed + 1)
        const last = part.lastIndexOf(`Item ${listed - 1}`)
        expect(part.slice(last, part.lastIndexOf(order))).toContain(end)
        // The first way stands above the list of a long mail.
        expect(part.indexOf(order) < part.lastIndexOf('Item 0')).toBe(ways === 2)
      }
      expect(Buffer.byteLength(html)).toBeLessThan(100_000)
    },
  )

  test('names two lines beside the subject, and counts the rest', () => {
    const lines = (count: number) =>
      Array.from({ length: count }, (_, at) => line({ itemName: `Item ${at}` }))
    const before = (count: number) =>
      /class="before">([^<]+)</.exec(write({ lines: lines(count) }).html)?.[1]?.replace('\n', ' ')
    expect(before(2)).toBe('Item 0: 5 of 5. Item 1: 5 of 5.')
    expect(before(5)).toBe('Item 0: 5 of 5. Item 1: 5 of 5. 3 more.')
    expect(before(300)).toBe('Item 0: 5 of 5. Item 1: 5 of 5. 298 more.')
  })
})
