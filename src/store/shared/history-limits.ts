/** Suggestions are the remarks of so many newest entries. */
export const MOST_REMARKED = 2_000
/** The newest turns of ordering, of which a list of turns is a part. */
export const MOST_TURNS = 1_000
/** A search looks at about so many entries: a filter that finds little would look at the whole history. */
export const MOST_LOOKED_AT = 2_500
