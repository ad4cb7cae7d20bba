import type { Config } from '#src/config.ts'

export const SECURITY_TXT = '/.well-known/security.txt'

/** RFC 9116 recommends less than a year. The period starts at each request, so the text never expires on a running server. */
const VALID_MS = 180 * 24 * 3_600_000

/** The text of `security.txt` (RFC 9116). `at` is the current time in ms. */
export function securityTxt(contact: string, publicUrl: Config['publicUrl'], at: number): string {
  const lines = [
    `Contact: ${contact}`,
    `Expires: ${new Date(at + VALID_MS).toISOString()}`,
    'Preferred-Languages: en',
    ...(publicUrl ? [`Canonical: ${publicUrl}${SECURITY_TXT}`] : []),
  ]
  return `${lines.join('\n')}\n`
}
