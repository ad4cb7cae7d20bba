/** How the units of one item are shared out among the lines that ask for it. */
import { type BoardLine, inLineOrder } from '#src/contract/board.ts'
import { isServed } from './short.ts'

export const SHARE_METHODS = ['asked', 'proportion', 'equal', 'back'] as const
/** Oldest order first; each about the same part of what it asked; each about the same number; take all back. */
export type ShareMethod = (typeof SHARE_METHODS)[number]

/** A line as sharing sees it: it may get from `least` to `most` units, in proportion to its `weight`. */
type Claim = { id: string; weight: number; least: number; most: number }

/** Who was delivered more than asked keeps it. */
const toClaim = ({
  _id,
  ordered_quantity: weight,
  delivered_quantity: least,
}: BoardLine): Claim => ({ id: _id, weight, least, most: Math.max(weight, least) })

const clamp = (units: number, { least, most }: Claim): number =>
  Math.min(most, Math.max(least, units))

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/** The first claim gets all it asks for, then the second, until nothing is left. */
function shareAsAsked(claims: readonly Claim[], units: number): number[] {
  let left = units
  return claims.map(({ least, most }) => {
    const more = Math.min(left, most - least)
    left -= more
    return least + more
  })
}

/** Whether a's next unit comes before b's: a.weight ÷ (2 × a.given + 1) is larger. Exact for every quantity that a line may have. */
function isBefore(a: readonly [weight: number, given: number], b: typeof a): boolean {
  const [left, right] = [a[0] * (2 * b[1] + 1), b[0] * (2 * a[1] + 1)]
  if (left <= Number.MAX_SAFE_INTEGER && right <= Number.MAX_SAFE_INTEGER) return left > right
  return BigInt(a[0]) * BigInt(2 * b[1] + 1) > BigInt(b[0]) * BigInt(2 * a[1] + 1)
}

/** So far above a computed divisor that no rounding error reaches it; at most about one unit of a line lies between. */
const CLEAR_OF_ROUNDING = 1 + 1e-9

/**
 * Webster's method: the next unit goes to the line with the highest weight ÷ (2 × given + 1). One more unit never takes one from anybody,
 * which the method of largest remainders can do (M. L. Balinski and H. P. Young, "Fair Representation", 1982).
 */
function shareInProportion(claims: readonly Claim[], units: number): number[] {
  const total = units + sum(claims.map(({ least }) => least))
  if (total >= sum(claims.map(({ most }) => most))) return claims.map(({ most }) => most)
  // Everything above a divisor is given at once; a million units one by one would take too long.
  const at = (divisor: number) =>
    claims.map((claim) => clamp(Math.ceil((claim.weight / divisor - 1) / 2), claim))
  let [tooLow, divisor] = [0, 1 + Math.max(0, ...claims.map(({ weight }) => weight))]
  for (;;) {
    const middle = (tooLow + divisor) / 2
    if (middle <= tooLow || middle >= divisor) break
    if (sum(at(middle)) <= total) divisor = middle
    else tooLow = middle
  }
  const given = at(divisor * CLEAR_OF_ROUNDING)
  for (let left = total - sum(given); left > 0; left--) {
    let next = -1
    for (const [place, { weight, most }] of claims.entries()) {
      const has = given[place] ?? 0
      if (has >= most) continue
      const best = claims[next]
      if (!best || isBefore([weight, has], [best.weight, given[next] ?? 0])) next = place
    }
    if (next < 0) break
    given[next] = (given[next] ?? 0) + 1
  }
  return given
}

const METHODS: Record<ShareMethod, (claims: readonly Claim[], units: number) => number[]> = {
  asked: shareAsAsked,
  proportion: shareInProportion,
  // With one weight for all, the next unit goes to whoever has least and wants more.
  equal: (claims, units) =>
    shareInProportion(
      claims.map((claim) => ({ ...claim, weight: 1 })),
      units,
    ),
  back: (claims) => claims.map(({ least }) => least),
}

/**
 * Shares one item's units among its lines. Divided is what is on the shelf and what is given but not delivered, less `keptBack`. Whole
 * units only; nobody gets more than asked or less than was delivered; no unit is left over that somebody wants, unless it is kept back or
 * all is taken back. Lines that are not served get nothing and give nothing. Ties go to the older order, then to the smaller line id.
 */
export function share(
  method: ShareMethod,
  lines: readonly BoardLine[],
  { onShelf, keptBack }: { onShelf: number; keptBack: number },
) {
  const served = inLineOrder(lines.filter(isServed))
  const claims = served.map(toClaim)
  const available =
    onShelf + sum(served.map((line) => line.allotted_quantity - line.delivered_quantity))
  const wanted = sum(claims.map(({ least, most }) => most - least))
  const units = Math.min(wanted, Math.max(0, available - keptBack))
  const given = METHODS[method](claims, units)
  const shared = sum(given.map((value, place) => value - (claims[place]?.least ?? 0)))
  return {
    /** The units of each served line after sharing, with those that were delivered, by line id. */
    given: new Map(claims.map(({ id }, place) => [id, given[place] ?? 0])),
    /** Units that can be moved: on the shelf, and given but not delivered. */
    available,
    /** Units that the lines get beyond what was delivered. */
    shared,
    /** Units that stay on the shelf although they are wanted, because they are kept back. */
    keptBack: method === 'back' ? 0 : Math.min(keptBack, Math.max(0, available - shared)),
    /** Units that the lines ask for beyond what was delivered. */
    wanted,
  }
}
