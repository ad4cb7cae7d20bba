import type { Board, BoardClub } from '#src/contract/board.ts'
import { tellNames } from '#src/rules/club-names.ts'

/** The same object for the same club, so that what is known of it stays known. */
const renamed = new WeakMap<BoardClub, BoardClub>()

function withName(club: BoardClub, clubName: string): BoardClub {
  const known = renamed.get(club)
  if (known?.clubName === clubName) return known
  const made = { ...club, clubName }
  renamed.set(club, made)
  return made
}

const isSameClub = (a: BoardClub, b: BoardClub | undefined) =>
  a.user_id === b?.user_id && a.clubName === b.clubName

/** The clubs of the last call and their labels: most changes leave the names as they are. */
let last: { clubs: readonly BoardClub[]; labels: ReadonlyMap<string, string> } = {
  clubs: [],
  labels: new Map(),
}

function labelsOf(clubs: readonly BoardClub[]): ReadonlyMap<string, string> {
  const isSame =
    clubs.length === last.clubs.length &&
    clubs.every((club, at) => isSameClub(club, last.clubs[at]))
  if (!isSame) {
    const named = clubs.map(({ user_id: id, clubName: name, email }) => ({ id, name, email }))
    last = { clubs, labels: tellNames(named) }
  }
  return last.labels
}

/** Clubs with alike names get their verified address behind it. Other clubs stay the same objects. */
export function tellApart(board: Board): Board {
  const labels = labelsOf(board.clubs)
  if (labels.size === 0) return board
  const clubs = board.clubs.map((club) => {
    const label = labels.get(club.user_id)
    return label === undefined ? club : withName(club, label)
  })
  return { ...board, clubs }
}
