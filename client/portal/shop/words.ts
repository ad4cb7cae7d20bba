import { grouped } from '#src/rules/number-text.ts'
import { limits } from '#src/contract/limits.ts'

export const toPieces = (count: number): string =>
  `${grouped(count)} ${count === 1 ? 'piece' : 'pieces'}`

export const toItems = (count: number): string =>
  `${grouped(count)} ${count === 1 ? 'item' : 'items'}`

export const AT_MOST = `At most ${grouped(limits.orderedQuantity)} in one order`
