export type Box = { left: number; top: number; right: number; bottom: number }

const overlaps = (a: Box, b: Box) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

const moveTo = (box: Box, left: number, top: number): Box => ({
  left,
  top,
  right: left + box.right - box.left,
  bottom: top + box.bottom - box.top,
})

/**
 * The place nearest to `box`, in its own column and then at the opposite side of `area`, where it overlaps none of the obstacles; all in
 * CSS pixels. `box` itself when it is free already or when there is no free place.
 */
export function findFreePlace(box: Box, area: Box, obstacles: readonly Box[]): Box {
  const height = box.bottom - box.top
  const opposite = area.left + area.right - box.right
  for (const left of new Set([box.left, opposite])) {
    // A free place that is not the present one touches an obstacle from above or from below.
    const tops = [box.top, ...obstacles.flatMap(({ top, bottom }) => [top - height, bottom])]
    const free = tops
      .map((top) => moveTo(box, left, top))
      .filter(({ top, bottom }) => top >= area.top && bottom <= area.bottom)
      .filter((place) => !obstacles.some((obstacle) => overlaps(place, obstacle)))
      .toSorted((a, b) => Math.abs(a.top - box.top) - Math.abs(b.top - box.top))
    if (free[0]) return free[0]
  }
  return box
}
