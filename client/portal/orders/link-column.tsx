import type { OrderLine } from '#src/contract/records.ts'
import { readLink } from '#src/rules/link.ts'
import { ExternalLink } from '#client/portal/ui/ExternalLink.tsx'
import type { Column } from '#client/portal/ui/Table.tsx'

/** The link of a custom item; `none` is shown when there is no link or it is not safe to follow. */
export const linkColumn = (none: string): Column<OrderLine> => ({
  key: 'link',
  head: 'Link',
  stacked: 'inline',
  cell: ({ link }) => <ExternalLink href={readLink(link) || null} label="View Link" none={none} />,
})
