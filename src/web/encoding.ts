import type { Encoding } from '#client/build/manifest.ts'

/** Ours in order of size; a client that names several at one weight gets the first. */
const PREFERRED: readonly Encoding[] = ['br', 'zstd', 'gzip']

/** The weights of an `Accept-Encoding` header; what it does not name is not in the map. */
function readWeights(header: string): Map<string, number> {
  const weights = new Map<string, number>()
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim())
    const weight = parameters.find((parameter) => parameter.startsWith('q='))
    const value = weight === undefined ? 1 : Number(weight.slice(2))
    if (name) weights.set(name, Number.isFinite(value) ? value : 0)
  }
  return weights
}

/** The form to send: the client's heaviest among those that stand ready, or `null` for the bytes as they are. */
export function chooseEncoding(
  header: string | null,
  ready: Partial<Record<Encoding, number>>,
): Encoding | null {
  if (!header) return null
  const weights = readWeights(header)
  const weightOf = (name: string) => weights.get(name) ?? weights.get('*') ?? 0
  let best: Encoding | null = null
  for (const encoding of PREFERRED)
    if (encoding in ready && weightOf(encoding) > (best ? weightOf(best) : 0)) best = encoding
  return best && weightOf(best) >= (weights.get('identity') ?? 0) ? best : null
}
