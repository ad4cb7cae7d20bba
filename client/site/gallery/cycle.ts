/** The place `steps` further on in a ring of `count`, wrapping at both ends. */
export const around = (index: number, steps: number, count: number): number =>
  (((index + steps) % count) + count) % count
