import type { Config } from '#src/config.ts'

export const SECURITY_TXT = '/.well-known/security.txt'

/** RFC 9116 advises less than a year; counted from each request, so that a server that runs is never out of date. */
const VALID_MS = 180 * 24 * 3_600_000

/** Where to report a security problem, as RFC 9116 says it. */
export function securityTxt(contact: string, publicUrl: Config['publicUrl'], at: number): string {
  const lines = [
    `Contact: ${contact}`,
    `Expires: ${new Date(at + VALID_MS).toISOString()}`,
    'Preferred-Languages: en',
    ...(publicUrl ? [`Canonical: ${publicUrl}${SECURITY_TXT}`] : []),
  ]
  return `${lines.join('\n')}\n`
}
