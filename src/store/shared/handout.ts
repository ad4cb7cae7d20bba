import type { ClubId } from '#src/contract/ids.ts'
import type { Handout, HandoutLine, Pickup } from '#src/contract/handout.ts'
import type { Line } from '#src/contract/line.ts'
import { inListOrder, inNameOrder } from '#src/contract/list-order.ts'
import { pick } from '#src/contract/pick.ts'
import { HELD_FIELDS } from '#src/contract/records.ts'
import { readyForClub } from '#src/rules/announced.ts'

/** A live line, its owner, and the place of its item. */
export type WaitingLine = Line & {
  owner: { clubId: ClubId; clubName: string }
  place: string
}

const toHandoutLine = ({ announced, place, ...line }: WaitingLine): HandoutLine => ({
  ...pick(line, ['_id', 'item_id', 'itemName', 'unit']),
  place,
  ...pick(line, ['ordered_quantity', 'allotted_quantity', 'delivered_quantity', 'status']),
  ...(announced && { announced: pick(announced, HELD_FIELDS) }),
})

/** What waits for whom, of lines in any order; `peopleOf` names the enabled people of a club, the longest-standing first. */
export function toHandout(
  lines: readonly WaitingLine[],
  peopleOf: (clubId: ClubId) => string[],
): Handout {
  const clubs = [...Map.groupBy(inListOrder(lines), ({ owner }) => owner.clubId).values()]
  return {
    clubs: inNameOrder(
      clubs.flatMap((own) => {
        const owner = own[0]?.owner
        if (!owner) return []
        const { clubId: user_id, clubName } = owner
        return [{ user_id, clubName, people: peopleOf(user_id), lines: own.map(toHandoutLine) }]
      }),
      ({ clubName }) => clubName,
    ),
  }
}

/** What clubs see as ready. */
export function toPickup(message: string, lines: readonly WaitingLine[]): Pickup {
  const ofClubs = [...Map.groupBy(lines, ({ owner }) => owner.clubId).values()]
  const clubs = ofClubs.flatMap((own) => {
    const ready = readyForClub(own)
    return ready > 0 ? [{ clubName: own[0]?.owner.clubName ?? '', ready }] : []
  })
  return { message, clubs: inNameOrder(clubs, ({ clubName }) => clubName) }
}
