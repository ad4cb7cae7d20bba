import { limits } from '#src/contract/limits.ts'

const grouped = new Intl.NumberFormat('en-IN')

export const toCount = (count: number): string => grouped.format(count)

export const toPieces = (count: number): string =>
  `${grouped.format(count)} ${count === 1 ? 'piece' : 'pieces'}`

export const toItems = (count: number): string =>
  `${grouped.format(count)} ${count === 1 ? 'item' : 'items'}`

/** Why a quantity goes no higher. */
export const AT_MOST = `At most ${toCount(limits.orderedQuantity)} in one order`
