import { expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { type Box, findFreePlace } from '#client/portal/ui/free-place.ts'

const box = (left: number, top: number, width: number, height: number): Box => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
})
const AREA = box(0, 0, 1000, 800)

test('a box that covers nothing stays', () => {
  const toast = box(700, 700, 280, 44)
  expect(findFreePlace(toast, AREA, [box(700, 744, 280, 40)])).toEqual(toast)
})

test('a box goes to the nearest free place of its column', () => {
  const toast = box(700, 700, 280, 44)
  const bar = box(0, 680, 1000, 80)
  expect(findFreePlace(toast, AREA, [bar])).toEqual(box(700, 636, 280, 44))
})

test('a box goes to the other side when its column is full', () => {
  const toast = box(700, 700, 280, 44)
  expect(findFreePlace(toast, AREA, [box(600, 0, 400, 800)])).toEqual(box(20, 700, 280, 44))
})

test('a box stays when there is no free place', () => {
  const toast = box(700, 700, 280, 44)
  expect(findFreePlace(toast, AREA, [AREA])).toEqual(toast)
})

test('a place that is found lies in the area and overlaps nothing', () => {
  const boxes = fc
    .tuple(
      fc.nat(950),
      fc.nat(780),
      fc.integer({ min: 1, max: 400 }),
      fc.integer({ min: 1, max: 90 }),
    )
    .map(([left, top, width, height]) => box(left, top, width, height))
  fc.assert(
    fc.property(fc.array(boxes, { maxLength: 40 }), (obstacles) => {
      const toast = box(700, 700, 280, 44)
      const place = findFreePlace(toast, AREA, obstacles)
      const isClear = obstacles.every(
        ({ left, top, right, bottom }) =>
          place.right <= left || right <= place.left || place.bottom <= top || bottom <= place.top,
      )
      const isInside =
        place.left >= 0 && place.right <= 1000 && place.top >= 0 && place.bottom <= 800
      expect(isInside && (isClear || place === toast)).toBe(true)
    }),
  )
})
