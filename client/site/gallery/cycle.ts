export const around = (index: number, steps: number, count: number): number =>
  (((index + steps) % count) + count) % count
