/** The longest-standing enabled person of a club, as a subquery; `club` is an expression. */
export const speakerOf = (club: string): string =>
  `(SELECT id FROM accounts WHERE club_id = ${club} AND disabled = 0 ORDER BY joined_at, id LIMIT 1)`
