import { describe, expect, test } from 'bun:test'
import { accountExistsLetter, codeLetter } from '#src/mail/letters.ts'
import { nameInMail } from '#src/rules/people.ts'

const sixDigits = (text: string) => text.match(/(?<!\d)\d{6}(?!\d)/g) ?? []
const longestLine = (text: string) => Math.max(...text.split('\n').map((line) => line.length))

describe('letters', () => {
  test.each(['register', 'reset'] as const)(
    'a %s mail holds one run of six digits, on its own line',
    (purpose) => {
      const { subject, text, html } = codeLetter('club@campus.example', purpose, '048213')
      expect(sixDigits(subject)).toEqual([])
      expect(sixDigits(text)).toEqual(['048213'])
      expect(sixDigits(html)).toEqual(['048213'])
      expect(text.split('\n')).toContain('048213')
      expect(text).toMatch(/for 10\sminutes\./)
    },
  )

  test('the mail to an existing account links to sign-in and reset, and contains no code', () => {
    const { subject, text, html, code } = accountExistsLetter(
      'club@campus.example',
      'https://portal.example',
    )
    expect(subject).toBe('You already have an account')
    expect(code).toBeUndefined()
    for (const part of [text, html]) {
      expect(part).toContain('https://portal.example/inventory')
      expect(part).toContain('https://portal.example/forgpass')
      expect(sixDigits(part)).toEqual([])
    }
  })

  test('an address in a mail is escaped as HTML', () => {
    const { html } = accountExistsLetter('club@campus.example', 'https://x.example/"><script>')
    expect(html).not.toContain('<script>')
    expect(html).toContain('&#34;&#62;&#60;script&#62;/inventory')
  })

  test.each([
    ['caf\u00e9.example', null],
    ['\u043f\u0440\u0438\u043c\u0435\u0440.\u0440\u0444', null],
    ['evil\u3002example', null],
    ['evil\uff0eexample', null],
    ['pay@evil', null],
    ['WWW evil', null],
    ['A. R. Rahman Club', 'A. R. Rahman Club'],
    ['\u0928\u093e\u091f\u094d\u092f', '\u0928\u093e\u091f\u094d\u092f'],
  ])('the name %s stands in a mail to a stranger as %s', (name, shown) => {
    expect(nameInMail(name)).toBe(shown)
  })

  test('lines are short enough to be sent unencoded', () => {
    for (const { text, html } of [
      codeLetter('club@campus.example', 'register', '482916'),
      codeLetter('club@campus.example', 'reset', '482916'),
      accountExistsLetter('club@campus.example', 'https://portal.example'),
    ]) {
      expect(longestLine(text)).toBeLessThanOrEqual(76)
      expect(longestLine(html)).toBeLessThanOrEqual(76)
    }
  })
})
