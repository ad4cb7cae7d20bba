/** A line status and a stock status: the item was bought from an online retailer. */
export const ONLINE_RETAILER = 'Ordered from online retailer'

/** The statuses that an administrator can give to a line. Every change from one to another is allowed. */
export const LINE_STATUSES = [
  '',
  'Pending',
  'Delivered',
  'Ready',
  'Rejected',
  ONLINE_RETAILER,
] as const
export type LineStatus = (typeof LINE_STATUSES)[number]

export const ITEM_STATUSES = ['enabled', 'disabled'] as const
export type ItemStatus = (typeof ITEM_STATUSES)[number]

export const ROLES = ['user', 'bosslevel'] as const
export type Role = (typeof ROLES)[number]
export const ADMINISTRATOR: Role = 'bosslevel'
export const ROLE_WORDS: Record<Role, string> = {
  user: 'a club account',
  bosslevel: 'an administrator',
}

const SHOWN: Partial<Record<LineStatus, string>> = {
  '': 'No status yet',
  Ready: 'Ready for Pickup',
}

/** The display text of a line's status. */
export const lineStatusLabel = (status: LineStatus): string => SHOWN[status] ?? status

/** The accepted values of `itemOrderedStatus`: the fixed values, or any `Ordered from …` on one line. */
export const STOCK_STATUS_PATTERN = String.raw`^(?:|Available|Not Available|Ordered from [^\s\x00-\x1f\x7f][^\x00-\x1f\x7f]*)$`

export const isRole = (value: string): value is Role => (ROLES as readonly string[]).includes(value)
