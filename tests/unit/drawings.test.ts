import { expect, test } from 'bun:test'
import { Glob } from 'bun'
import { join } from 'node:path'
import { readPictures } from '#client/build/picture-files.ts'
import { drawingAddress } from '#client/media/pictures.ts'
import { oasis } from '#client/content/editions.ts'

const client = join(import.meta.dir, '../../client')

test('a drawing runs no script, loads nothing and needs no font', async () => {
  for await (const path of new Glob('**/*.svg').scan(join(client, 'media/drawings')))
    expect(await Bun.file(join(client, 'media/drawings', path)).text()).not.toMatch(
      /<script|<text|\son\w+=|href="(?!#)/i,
    )
})

test('every edition has a poster at the address that its page shows', async () => {
  const pictures = await readPictures(client)
  for (const { year } of oasis)
    expect(pictures.has(drawingAddress(`posters/oasis-${year}`))).toBe(true)
})
