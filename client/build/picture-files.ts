import { Glob } from 'bun'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Drawn } from '#scripts/art/draw.ts'
import { versionOf } from '#scripts/art/write.ts'
import { artAddress } from '../media/pictures.ts'

type Files = Map<string, Uint8Array<ArrayBuffer>>

async function readFolder(folder: string, under: string, pattern = '**/*'): Promise<Files> {
  if (!existsSync(folder)) return new Map()
  const files: Files = new Map()
  for (const path of new Glob(pattern).scanSync(folder))
    files.set(under + path, await Bun.file(join(folder, path)).bytes())
  return files
}

/** All files that are served unchanged, by path: drawn pictures, photographs, pictures of shared links, icons. */
export async function readPictures(clientDir: string, drawn: Drawn): Promise<Files> {
  const art: Files = new Map()
  // Computed here: this process may have imported the manifest before it drew newer pictures.
  const version = versionOf(drawn)
  for (const [name, picture] of drawn.pictures)
    art.set(artAddress(name.replace(/\.svg$/, ''), version), new TextEncoder().encode(picture))
  return new Map([
    ...art,
    ...(await readFolder(
      join(clientDir, 'media/photographs'),
      '/assets/media/',
      '*.{avif,webp,jpg}',
    )),
    ...(await readFolder(join(clientDir, 'media/share'), '/share/', '*.png')),
    ...(await readFolder(join(clientDir, 'public'), '/')),
  ])
}
