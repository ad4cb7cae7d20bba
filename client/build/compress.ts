import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { type Encoding } from './manifest.ts'

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

const COMPRESSIBLE = /^(text\/|image\/svg|application\/(json|manifest|xml|.*\+(json|xml)))/

export const isCompressible = (type: string): boolean => COMPRESSIBLE.test(type)

/** `best` takes a hundred times as long as `quick` and saves a twentieth: for files compressed ahead of time. */
export type Effort = 'best' | 'quick'
const LEVELS = {
  best: { br: constants.BROTLI_MAX_QUALITY, zstd: 19 },
  quick: { br: 6, zstd: 6 },
}

export async function encodeAs(
  encoding: Encoding,
  bytes: Uint8Array<ArrayBuffer>,
  effort: Effort,
): Promise<Uint8Array<ArrayBuffer>> {
  const { br, zstd } = LEVELS[effort]
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: br,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  }
  const form = {
    br: () => toBrotli(bytes, { params }),
    zstd: () => Bun.zstdCompress(bytes, { level: zstd }),
    gzip: () => toGzip(bytes, { level: 9 }),
  }[encoding]
  return new Uint8Array(await form())
}

/** `bytes` in each encoding that makes them smaller. */
export async function compress(bytes: Uint8Array<ArrayBuffer>): Promise<Map<Encoding, Uint8Array>> {
  const forms = new Map<Encoding, Uint8Array>()
  await Promise.all(
    (['br', 'zstd', 'gzip'] as const).map(async (encoding) => {
      const form = await encodeAs(encoding, bytes, 'best')
      if (form.length < bytes.length) forms.set(encoding, form)
    }),
  )
  return forms
}
