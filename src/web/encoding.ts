import type { Encoding } from '#client/build/manifest.ts'

/** Smallest result first; breaks ties between equal weights. */
const PREFERRED: readonly Encoding[] = ['br', 'zstd', 'gzip']

/** The weights in an `Accept-Encoding` header, by encoding. */
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

/** The available encoding that the client prefers; `null` for uncompressed bytes. */
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
