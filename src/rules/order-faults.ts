/** Error texts of refused orders and allotments. The API description takes its examples from here. */
import { limits } from '#src/contract/limits.ts'
import { grouped } from './number-text.ts'
import { Refusal } from './refusal.ts'

export const ORDER_ROWS_TEXT = `An order has 1 to ${limits.orderRows} rows.`

export const cartFull = () =>
  new Refusal('cart_full', `A cart holds at most ${grouped(limits.linesPerCart)} lines.`)

export const inStockText = (name: string) => `${name} is in stock: add it from the list.`
export const unavailableText = (name: string) => `${name} is not available.`
export const leftText = (left: number, name: string) => `Only ${left} left of ${name}.`
export const givenText = (given: number, name: string) => `Only ${given} given of ${name}.`
