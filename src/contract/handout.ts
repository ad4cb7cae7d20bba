import type * as handout from '#src/modules/cart/handout-model.ts'

/** Units of one line that a club gets. */
export type HandOverRow = (typeof handout.HandOver.static)['lines'][number]
/** A live line of which something is given and not handed over. */
export type HandoutLine = typeof handout.HandoutLine.static
/** A club with something to fetch. */
export type HandoutClub = typeof handout.HandoutClub.static
/** What is given and not handed over: clubs by name, lines in list order. */
export type Handout = typeof handout.Handout.static
/** What the screen in the store room shows: the pick-up words, and how many things are ready for which club. */
export type Pickup = typeof handout.Pickup.static
