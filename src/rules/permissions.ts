import type { Role } from '#src/contract/statuses.ts'

const OF_EVERY_ROLE = [
  'session.end',
  /** Reads and changes its own preferences. */
  'account.own',
  'catalogue.see',
  'orders.see',
  'orders.place',
  /** Invites people: a coordinator into the own club. */
  'people.invite',
] as const

/** Everything that a role may do, and nothing else. The compiler requires an entry for every role. Each guarded route asks for one of these rights. */
const RIGHTS = {
  user: [
    ...OF_EVERY_ROLE,
    /** Has a cart of its own, in which orders are placed. */
    'orders.own',
  ],
  bosslevel: [
    ...OF_EVERY_ROLE,
    'stock.see',
    'stock.edit',
    'ordering.switch',
    /** Extends the other rights on orders to the carts of all clubs. */
    'orders.ofOthers',
    /** Sees lines with decisions that are held back. */
    'orders.seeHeld',
    /** Adds rows while ordering is off. */
    'orders.late',
    /** Sets statuses and remarks of lines. */
    'orders.answer',
    'orders.give',
    'orders.remove',
    /** Holds decisions back, and announces them. */
    'orders.announce',
    'board.see',
    /** Ends the current edition, and renames it. */
    'editions.end',
    'history.see',
    'history.undo',
    'operations.see',
    /** Sees the outbox, and has mails sent again. */
    'mails.see',
    /** Approves, names and moves clubs and people. */
    'people.manage',
  ],
} as const satisfies Record<Role, readonly string[]>

export type Right = (typeof RIGHTS)[Role][number]

/** Whether a role has a right. A role that is not in the table has none. */
export const may = (role: string, right: Right): boolean =>
  Object.hasOwn(RIGHTS, role) && (RIGHTS[role as Role] as readonly Right[]).includes(right)
