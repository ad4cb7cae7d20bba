/** The columns of a `WhoAsks`, of the tables of `WHO`. */
export const WHO_COLUMNS = `k.id AS user_id, k.name AS clubName, coalesce(a.cord_name, '') AS cordName, coalesce(a.mobile, '') AS contact,
  coalesce(a.email, '') AS email`

/** The longest-standing enabled person of a club, as a subquery; `club` is an expression. */
export const speakerOf = (club: string): string =>
  `(SELECT id FROM accounts WHERE club_id = ${club} AND disabled = 0 ORDER BY joined_at, id LIMIT 1)`

/** The club of a cart `c`, and its longest-standing enabled person. */
export const WHO = `JOIN clubs k ON k.id = c.club_id LEFT JOIN accounts a ON a.id = ${speakerOf('c.club_id')}`
