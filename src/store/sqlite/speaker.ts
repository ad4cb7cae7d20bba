/** The longest-standing enabled person of a club, as a subquery; `club` is an expression. */
export const speakerOf = (club: string): string =>
  `(SELECT id FROM accounts WHERE clubId = ${club} AND disabled = 0 ORDER BY joinedAt, id LIMIT 1)`
