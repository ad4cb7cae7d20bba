import type { Board } from '#src/contract/board.ts'
import { labelAlike } from '#src/rules/club-names.ts'

/** Clubs with alike names get their verified address behind it. */
export function withDistinctNames(board: Board): Board {
  const named = board.clubs.map(({ user_id: id, clubName: name, email }) => ({ id, name, email }))
  const labels = labelAlike(named)
  if (labels.size === 0) return board
  const clubs = board.clubs.map((club) => {
    const label = labels.get(club.user_id)
    return label === undefined ? club : { ...club, clubName: label }
  })
  return { ...board, clubs }
}
