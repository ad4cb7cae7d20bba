import { Link } from 'wouter'
import { type ClubCart, orderAddress } from './lists.ts'
import type { useLiveView } from '#client/portal/lists/use-live-view.ts'
import { LinkButton } from '#client/portal/ui/Button.tsx'
import { Icon } from '#client/shared/Icon.tsx'
import { deleteColumn } from './delete-column.tsx'
import { RowName } from '#client/portal/ui/RowName.tsx'
import type { Column } from '#client/portal/ui/Table.tsx'

export const clubColumns = (
  { places, news }: ReturnType<typeof useLiveView<ClubCart>>,
  onDelete: (cart: ClubCart) => void,
): Column<ClubCart>[] => [
  {
    key: 'club',
    head: 'Club Name',
    width: 'wide',
    cell: (row) => (
      <RowName
        name={row.clubName}
        detail={row.email}
        news={news.wordsOf(row._id)}
        gone={places.gone.has(row._id)}
      />
    ),
  },
  { key: 'coordinator', head: 'Coordinator', stacked: 'half', cell: (row) => row.cordName },
  {
    key: 'contact',
    head: 'Contact',
    width: 'medium',
    stacked: 'half',
    cell: (row) => <span className="num">{row.contact}</span>,
  },
  {
    key: 'order',
    head: 'Order',
    width: 'medium',
    stacked: 'bare',
    screenOnly: true,
    cell: (row) =>
      !places.gone.has(row._id) && (
        <Link href={orderAddress(row.user_id)} asChild>
          <LinkButton size="small">
            View Order
            <span className="sr">
              {' '}
              of {row.clubName}, {row.email}
            </span>
            <Icon name="right" size="small" />
          </LinkButton>
        </Link>
      ),
  },
  deleteColumn(
    (row) => !places.gone.has(row._id),
    (row) => `Delete the cart of ${row.clubName}, ${row.email}`,
    onDelete,
  ),
]
