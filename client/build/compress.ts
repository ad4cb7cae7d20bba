import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { type Encoding } from './manifest.ts'

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

const COMPRESSIBLE = /^(text\/|image\/svg|application\/(json|manifest|xml|.*\+(json|xml)))/

export const isCompressible = (type: string): boolean => COMPRESSIBLE.test(type)

/** `bytes` in each encoding; those that save nothing are left out. */
export async function compress(bytes: Uint8Array<ArrayBuffer>): Promise<Map<Encoding, Uint8Array>> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  }
  const [br, zstd, gzipped] = await Promise.all([
    toBrotli(bytes, { params }),
    Bun.zstdCompress(bytes, { level: 19 }),
    toGzip(bytes, { level: 9 }),
  ])
  const forms = new Map<Encoding, Uint8Array>([
    ['br', new Uint8Array(br)],
    ['zstd', new Uint8Array(zstd)],
    ['gzip', new Uint8Array(gzipped)],
  ])
  for (const [encoding, form] of forms) if (form.length >= bytes.length) forms.delete(encoding)
  return forms
}
