import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ENCODINGS, type Manifest, ORIGIN, type StoredFile, SUFFIX } from './manifest.ts'
import { compress, isCompressible } from './compress.ts'

/** Compressing the largest files takes seconds, so results of the previous build are reused for equal bytes. */
export function createEmitter(outDir: string, before: { dir: string; manifest: Manifest } | null) {
  const known = new Map<string, StoredFile>()
  if (before) {
    const { files, pages, notFound } = before.manifest
    for (const stored of [...Object.values(files), ...Object.values(pages), notFound])
      known.set(stored.hash, stored)
  }

  async function takeOver(from: StoredFile, file: string): Promise<StoredFile['encodings']> {
    const encodings: StoredFile['encodings'] = {}
    for (const encoding of ENCODINGS) {
      const bytes = from.encodings[encoding]
      if (!before || bytes === undefined) continue
      const suffix = SUFFIX[encoding]
      await copyFile(join(before.dir, from.file + suffix), join(outDir, file + suffix))
      encodings[encoding] = bytes
    }
    return encodings
  }

  async function encode(file: string, bytes: Uint8Array<ArrayBuffer>) {
    const encodings: StoredFile['encodings'] = {}
    for (const [encoding, form] of await compress(bytes)) {
      await Bun.write(join(outDir, file + SUFFIX[encoding]), form)
      encodings[encoding] = form.length
    }
    return encodings
  }

  /** Writes a file below the folder of the built client, and its encodings beside it. */
  return async (
    file: string,
    bytes: Uint8Array<ArrayBuffer>,
    cache: StoredFile['cache'],
  ): Promise<StoredFile> => {
    const { type } = Bun.file(file)
    const hash = new Bun.CryptoHasher('sha1').update(bytes).digest('base64url').slice(0, 16)
    await Bun.write(join(outDir, file), bytes)
    const stored = { file, type, cache, hash, bytes: bytes.length }
    if (!isCompressible(type)) return { ...stored, encodings: {} }
    // The server compresses it after it has inserted the origin.
    if (cache === 'revalidate' && new TextDecoder().decode(bytes).includes(ORIGIN))
      return { ...stored, encodings: {}, absolute: true }
    const same = known.get(hash)
    return { ...stored, encodings: await (same ? takeOver(same, file) : encode(file, bytes)) }
  }
}
