/** Error texts of refused orders and allotments. The API description takes its examples from here. */
import { limits } from '#src/contract/limits.ts'
import { grouped } from './number-text.ts'
import { Refusal } from './refusal.ts'

export const ORDER_ROWS_TEXT = `An order has 1 to ${limits.orderRows} rows.`

const cartFull = (text: string) => new Refusal('cart_full', text)
export const CART_FULL_TEXT = `A cart holds at most ${grouped(limits.linesPerCart)} lines.`

/** Throws `cart_full` if a cart would have so many live lines, `custom` of them for items that are not in stock. */
export function checkCartSize({ lines, custom }: { lines: number; custom: number }): void {
  if (lines > limits.linesPerCart) throw cartFull(CART_FULL_TEXT)
  if (custom > limits.customLinesPerCart)
    throw cartFull(
      `A cart holds at most ${grouped(limits.customLinesPerCart)} lines of items that are not in stock.`,
    )
}

export const inStockText = (name: string) => `${name} is in stock: add it from the list.`
export const unavailableText = (name: string) => `${name} is not available.`
/** Why a club cannot ask for more of an item that is not offered. */
export const onlyFewerText = (name: string) =>
  `The department does not offer ${name} now. You can only ask for fewer.`
export const leftText = (left: number, name: string) => `Only ${left} left of ${name}.`
export const givenText = (given: number, name: string) => `Only ${given} given of ${name}.`
