/** Where the department buys: each name is offered as "Ordered from …" in the item list. Placeholders, to be replaced by real ones. */
export const vendors: readonly string[] = ['Campus store', 'City art shop', 'Hardware market']
