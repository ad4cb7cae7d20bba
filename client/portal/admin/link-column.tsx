import type { OrderLine } from '#src/contract/records.ts'
import { readLink } from '#src/rules/link.ts'
import { ExternalLink } from './ExternalLink.tsx'
import type { Column } from '#client/portal/ui/Table.tsx'

/** Where a club's own item can be seen; `none` stands where the club gave no link, or one that is not safe to follow. */
export const linkColumn = (none: string): Column<OrderLine> => ({
  key: 'link',
  head: 'Link',
  stacked: 'inline',
  cell: ({ link }) => <ExternalLink href={readLink(link) || null} label="View Link" none={none} />,
})
