import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { drawAll } from '#scripts/art/draw.ts'
import { COMMITTED, posterSheet, versionOf } from '#scripts/art/write.ts'
import manifest from '#client/media/manifest.json'

const drawn = drawAll()
const media = join(import.meta.dir, '../../client/media')

test('drawing is deterministic and yields the committed bytes', async () => {
  expect(versionOf(drawAll())).toBe(versionOf(drawn))
  expect(manifest.art).toBe(versionOf(drawn))
  for (const name of COMMITTED)
    expect(await Bun.file(join(media, 'generated', name)).text()).toBe(
      drawn.pictures.get(name) ?? 'is not drawn',
    )
  expect(await Bun.file(join(media, 'generated/posters.css')).text()).toBe(posterSheet(drawn))
})

test('every edition has a poster of its own, and no two neighbours look alike', () => {
  expect(drawn.posters.oasis).toHaveLength(25)
  expect(drawn.posters.apogee).toHaveLength(26)
  const systems = new Set<string>()
  for (const wall of [drawn.posters.oasis, drawn.posters.apogee])
    for (const [index, poster] of wall.entries()) {
      systems.add(poster.system)
      // side by side in three columns, above and below each other
      for (const other of wall.slice(Math.max(0, index - 4), index)) {
        expect(poster.system).not.toBe(other.system)
        expect(poster.inks).not.toBe(other.inks)
      }
    }
  expect(systems.size).toBeGreaterThanOrEqual(7)
  const pictures = [...drawn.posters.oasis, ...drawn.posters.apogee].map(({ picture }) => picture)
  expect(new Set(pictures).size).toBe(51)
})

test('every id in a picture is unique, also when it contains another picture', () => {
  for (const [path, picture] of drawn.pictures) {
    const names = [...picture.matchAll(/ id="(\w+)"/g)].map(([, name]) => name)
    expect([path, ...new Set(names)]).toEqual([path, ...names])
  }
})

test('pictures are flat: no gradient, no script, no text that needs a font', () => {
  for (const picture of drawn.pictures.values())
    expect(picture).not.toMatch(/gradient|<script|<text|href="http/i)
})
