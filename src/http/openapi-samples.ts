/** An example of each error response, built by the same code as the real response. */
import { LIVE_PROTOCOL } from '#src/contract/frames.ts'
import { alreadyHandedOver } from '#src/rules/correct.ts'
import { limits } from '#src/contract/limits.ts'
import type { ProblemCode } from '#src/contract/problem.ts'
import { decisionsAreHeld } from '#src/rules/editions.ts'
import { refusalOf } from '#src/rules/faults.ts'
import { invalidCode } from '#src/rules/codes.ts'
import { changedMeanwhile, nameTaken } from '#src/rules/item.ts'
import {
  CART_FULL_TEXT,
  givenText,
  inStockText,
  leftText,
  unavailableText,
} from '#src/rules/order-faults.ts'
import { clubWaiting, lastAdministrator } from '#src/rules/people.ts'
import { orderingDisabled } from '#src/rules/place.ts'
import { ORDERED_QUANTITY } from '#src/rules/quantity.ts'
import {
  forbidden,
  keyReused,
  Refusal,
  tooBusy,
  tooManyAttempts,
  unauthorized,
} from '#src/rules/refusal.ts'
import { alreadyUndone, cannotUndo, shelfText } from '#src/rules/undo.ts'
import {
  internal,
  invalid,
  mailUnavailable,
  methodNotAllowed,
  pathNotFound,
  toReply,
  unreadableJson,
} from './errors.ts'
import { SAMPLE_ID } from './fields.ts'
import { notJson, tooLarge } from './json-body.ts'
import type { JsonObject } from './openapi-schema.ts'

const ITEM = 'Brush Round 4'
const QUANTITY_PATH = 'items.0.ordered_quantity'
const CHANGE_PATH = 'items.0.allotted_quantity'

const SAMPLES: Record<ProblemCode, () => Refusal> = {
  bad_json: unreadableJson,
  invalid_code: invalidCode,
  unauthorized,
  forbidden,
  not_found: pathNotFound,
  method_not_allowed: methodNotAllowed,
  name_taken: () => nameTaken(ITEM),
  item_unavailable: () => refusalOf('item_unavailable', 'items.0.item_id', unavailableText(ITEM)),
  in_stock: () => refusalOf('in_stock', 'items.0.itemName', inStockText(ITEM)),
  insufficient_stock: () => refusalOf('insufficient_stock', CHANGE_PATH, leftText(3, ITEM)),
  insufficient_allotment: () =>
    refusalOf('insufficient_allotment', CHANGE_PATH, givenText(2, ITEM)),
  ordering_disabled: orderingDisabled,
  changed_meanwhile: () =>
    changedMeanwhile({
      _id: SAMPLE_ID,
      itemName: ITEM,
      itemQuantity: 12,
      itemStatus: 'enabled',
      unit: 'tubes',
      place: 'Shelf A3',
      rev: 4,
    }),
  decisions_held: () => decisionsAreHeld({ lines: 34, clubs: 9 }),
  club_waiting: clubWaiting,
  last_administrator: () =>
    lastAdministrator('You cannot disable yourself. Another administrator can.'),
  already_handed_over: () => alreadyHandedOver({ itemName: ITEM, delivered_quantity: 3 }),
  cart_full: () => new Refusal('cart_full', CART_FULL_TEXT),
  cannot_undo: () => cannotUndo([{ path: `entries.${SAMPLE_ID}`, msg: shelfText(3, ITEM, 5) }]),
  already_undone: alreadyUndone,
  too_large: () => tooLarge(limits.bodyBytes),
  unsupported_media_type: notJson,
  invalid: () => invalid([{ path: QUANTITY_PATH, msg: ORDERED_QUANTITY.text }]),
  key_reused: keyReused,
  upgrade_required: () =>
    new Refusal('upgrade_required', `Open a WebSocket here, as ${LIVE_PROTOCOL}.`),
  too_many_requests: () => tooManyAttempts(1),
  internal,
  mail_unavailable: mailUnavailable,
  store_unavailable: tooBusy,
}

/** The body of an error response, as a client receives it. */
export const sampleProblem = (code: ProblemCode): JsonObject =>
  JSON.parse(JSON.stringify(toReply(SAMPLES[code](), SAMPLE_ID).body))
