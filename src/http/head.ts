import { grouped } from '#src/rules/number-text.ts'
import { Refusal } from '#src/rules/refusal.ts'

/** More than any address or list of this product needs. What splits them costs more than their length. */
const MOST = { address: 8_000, parameters: 50, header: 1_000 } as const
const LISTS = ['accept-encoding', 'if-none-match'] as const

/** Throws `too_large` for an address or a list in a header that is longer than any need: anybody may send it, and splitting it is dear. */
export function checkHead({ url, headers }: Request): void {
  if (url.length > MOST.address || url.split('&', MOST.parameters + 1).length > MOST.parameters)
    throw new Refusal(
      'too_large',
      `An address has at most ${grouped(MOST.address)} characters and ${MOST.parameters} parameters.`,
    )
  for (const name of LISTS)
    if ((headers.get(name)?.length ?? 0) > MOST.header)
      throw new Refusal(
        'too_large',
        `The header ${name} has at most ${grouped(MOST.header)} characters.`,
      )
}
