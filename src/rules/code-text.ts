import { limits } from '#src/contract/limits.ts'
import { foldDigits } from './number-text.ts'

const RUN = new RegExp(String.raw`(?<!\d)\d{${limits.codeDigits}}(?!\d)`)

/** The code in a pasted text: its run of six digits, of any script, also with spaces and dashes between them. Else the text as it is. */
export function readCode(text: string): string {
  const digits = foldDigits(text)
  const close = digits.replace(/[\s\p{Pd}\p{Cf}]/gu, '')
  return RUN.exec(digits)?.[0] ?? (isCode(close) ? close : text)
}

export const isCode = (text: string): boolean => RUN.exec(text)?.[0] === text
