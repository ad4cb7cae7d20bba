import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** Where the built client stands. */
export const DIST = resolve(import.meta.dir, '../../dist')

/** Stands in pages where the site's own origin belongs, which is known only when they are served. */
export const ORIGIN = 'https://origin.invalid'

export type Encoding = 'br' | 'zstd' | 'gzip'

/** One file below `dist`, with the encodings that stand beside it. */
export type StoredFile = {
  /** Its place below `dist`; an encoding adds its suffix. */
  file: string
  type: string
  /** `immutable`: the name changes with the content. */
  cache: 'immutable' | 'revalidate'
  hash: string
  bytes: number
  encodings: Partial<Record<Encoding, number>>
  /** Names the origin of the site, by `ORIGIN`. */
  absolute?: true
}

export type StoredPage = StoredFile & {
  status: 200 | 404
  /** Hashes of the scripts that stand in the page itself. */
  scripts: string[]
  /** Origins whose pages it may show in a frame. */
  frames: string[]
}

/** What `bun run build` made. */
export type Manifest = {
  /** Stands for everything that the build read: another value means that it is out of date. */
  inputs: string
  /** By path. */
  files: Record<string, StoredFile>
  /** By address: a path, or a path with one query parameter in lower case. */
  pages: Record<string, StoredPage>
  notFound: StoredPage
}

export const SUFFIX: Record<Encoding, string> = { br: '.br', zstd: '.zst', gzip: '.gz' }

/** `null` when nothing was built, or by a build that was cut short. */
export function readManifest(distDir: string): Manifest | null {
  try {
    return JSON.parse(readFileSync(join(distDir, 'manifest.json'), 'utf8')) as Manifest
  } catch {
    return null
  }
}
