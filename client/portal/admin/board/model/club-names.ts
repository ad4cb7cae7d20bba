import type { Board, BoardClub } from '#src/contract/board.ts'

/** The same object for the same club, so that what is known of it stays known. */
const renamed = new WeakMap<BoardClub, BoardClub>()

function withName(club: BoardClub, clubName: string): BoardClub {
  const known = renamed.get(club)
  if (known?.clubName === clubName) return known
  const made = { ...club, clubName }
  renamed.set(club, made)
  return made
}

/** How often each text occurs. */
function countTexts(texts: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return counts
}

/** Clubs of one name get their coordinator's name behind it, and a number where even that is the same. Other clubs stay the same objects. */
export function tellApart(board: Board): Board {
  const names = countTexts(board.clubs.map(({ clubName }) => clubName))
  if (names.size === board.clubs.length) return board
  const long = ({ clubName, cordName }: BoardClub) => `${clubName} (${cordName})`
  const longNames = countTexts(board.clubs.map(long))
  const before = new Map<string, number>()
  const clubs = board.clubs.map((club) => {
    if (names.get(club.clubName) === 1) return club
    const name = long(club)
    const at = (before.get(name) ?? 0) + 1
    before.set(name, at)
    return withName(club, longNames.get(name) === 1 ? name : `${name} ${at}`)
  })
  return { ...board, clubs }
}
