import type { Role } from '#src/contract/statuses.ts'

/** Everything that an account may be allowed to do. Each guarded route asks for one of these. */
export type Right =
  | 'session.end'
  /** Reads and changes its own preferences. */
  | 'account.own'
  | 'catalogue.see'
  | 'stock.see'
  | 'stock.edit'
  | 'ordering.switch'
  /** Has a cart of its own, in which orders are placed. */
  | 'orders.own'
  | 'orders.see'
  | 'orders.place'
  /** Extends the other rights on orders to the carts of all clubs. */
  | 'orders.ofOthers'
  /** Sees lines with decisions that are held back. */
  | 'orders.seeHeld'
  /** Adds rows while ordering is off. */
  | 'orders.late'
  /** Sets statuses and remarks of lines. */
  | 'orders.answer'
  | 'orders.give'
  | 'orders.remove'
  /** Holds decisions back, and announces them. */
  | 'orders.announce'
  | 'board.see'
  /** Ends the current edition, and renames it. */
  | 'editions.end'
  | 'history.see'
  | 'history.undo'
  | 'operations.see'
  /** Sees the outbox, and has mails sent again. */
  | 'mails.see'
  /** Invites people: a coordinator into the own club. */
  | 'people.invite'
  /** Approves, names and moves clubs and people. */
  | 'people.manage'

const OF_EVERY_ROLE = [
  'session.end',
  'account.own',
  'catalogue.see',
  'orders.see',
  'orders.place',
  'people.invite',
] as const satisfies Right[]

/** The compiler requires an entry for every role. A role has only the rights listed here. */
const RIGHTS: Record<Role, readonly Right[]> = {
  user: [...OF_EVERY_ROLE, 'orders.own'],
  bosslevel: [
    ...OF_EVERY_ROLE,
    'stock.see',
    'stock.edit',
    'ordering.switch',
    'orders.ofOthers',
    'orders.seeHeld',
    'orders.late',
    'orders.answer',
    'orders.give',
    'orders.remove',
    'orders.announce',
    'board.see',
    'editions.end',
    'history.see',
    'history.undo',
    'operations.see',
    'mails.see',
    'people.manage',
  ],
}

/** Whether a role has a right. A role that is not in the table has none. */
export const may = (role: string, right: Right): boolean =>
  Object.hasOwn(RIGHTS, role) && RIGHTS[role as Role].includes(right)
