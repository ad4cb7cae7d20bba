import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** The folder of the built client. The single executable holds it; source and built server are two levels below the root. */
export const BUILT_CLIENT = Bun.isStandaloneExecutable
  ? join(import.meta.dir, 'client')
  : resolve(import.meta.dir, '../../dist/client')

/** Placeholder for the site's origin in pages: only the server knows it. */
export const ORIGIN = 'https://origin.invalid'

/** Smallest result first. */
export const ENCODINGS = ['br', 'gzip'] as const
export type Encoding = (typeof ENCODINGS)[number]

/** One file of the built client, with its encodings. */
export type StoredFile = {
  /** Its path in the folder of the built client; an encoding adds its suffix. */
  file: string
  type: string
  /** `immutable`: the name changes with the content. */
  cache: 'immutable' | 'revalidate'
  hash: string
  bytes: number
  encodings: Partial<Record<Encoding, number>>
  /** Contains `ORIGIN`, which the server replaces. */
  absolute?: true
}

export type StoredPage = StoredFile & {
  status: 200 | 404
  /** Hashes of the inline scripts. */
  scripts: string[]
  /** Origins whose pages it may show in a frame. */
  frames: string[]
}

/** The result of `bun run build`. */
export type Manifest = {
  /** A hash of everything that the build read: with another hash now, the build is out of date. */
  inputs: string
  /** By path. */
  files: Record<string, StoredFile>
  /** By address: a path, or a path with one query parameter in lower case. */
  pages: Record<string, StoredPage>
  notFound: StoredPage
}

export const SUFFIX: Record<Encoding, string> = { br: '.br', gzip: '.gz' }

/** `null` when nothing was built, or when a build was interrupted. */
export function readManifest(distDir: string): Manifest | null {
  try {
    return JSON.parse(readFileSync(join(distDir, 'manifest.json'), 'utf8')) as Manifest
  } catch {
    return null
  }
}
