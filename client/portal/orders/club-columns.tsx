import { type ClubCart, orderAddress } from './lists.ts'
import type { useLiveView } from '#client/portal/lists/use-live-view.ts'
import { LinkButton } from '#client/portal/app/LinkButton.tsx'
import { Icon } from '#client/shared/Icon.tsx'
import { deleteColumn } from './delete-column.tsx'
import { RowName } from '#client/portal/ui/RowName.tsx'
import { GivenBar } from '#client/portal/ui/GivenBar.tsx'
import { Quantity } from '#client/portal/ui/Quantity.tsx'
import { type Column, numberColumn } from '#client/portal/ui/Table.tsx'
import { shortWhenText } from '#src/rules/day-text.ts'
import { grouped } from '#src/rules/number-text.ts'
import styles from './OrdersPage.module.css'

export const clubColumns = (
  { places, news }: ReturnType<typeof useLiveView<ClubCart>>,
  onDelete: (cart: ClubCart) => void,
  now: Date,
): Column<ClubCart>[] => [
  {
    key: 'clubName',
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
  {
    head: 'Coordinator',
    width: 'bar',
    stacked: 'half',
    cell: (row) => row.cordName,
  },
  {
    head: 'Contact',
    width: 'button',
    stacked: 'half',
    cell: (row) => <span className="num">{row.contact}</span>,
  },
  numberColumn('Lines', ({ lines }) => grouped(lines), { key: 'lines', width: 'count' }),
  numberColumn(
    'Undecided',
    ({ undecided }) =>
      undecided > 0 ? <b className={styles.Open}>{grouped(undecided)}</b> : <Quantity value={0} />,
    { key: 'undecided', width: 'words' },
  ),
  numberColumn('Asked', ({ asked }) => grouped(asked), { key: 'asked', width: 'count' }),
  numberColumn(
    'Given',
    ({ given, asked }) => <GivenBar allotted_quantity={given} ordered_quantity={asked} />,
    { key: 'given', width: 'bar' },
  ),
  numberColumn('Ready', ({ ready }) => <Quantity value={ready} />, {
    key: 'ready',
    width: 'count',
  }),
  {
    key: 'changed_at',
    head: 'Last change',
    stacked: 'third',
    cell: ({ changed_at }) =>
      changed_at !== null && (
        <time dateTime={changed_at}>{shortWhenText(new Date(changed_at), now)}</time>
      ),
  },
  {
    head: 'Order',
    width: 'button',
    stacked: 'bare',
    screenOnly: true,
    cell: (row) =>
      !places.gone.has(row._id) && (
        <LinkButton href={orderAddress(row.user_id)} size="small">
          View Order
          <span className="sr">
            {' '}
            of {row.clubName}, {row.email}
          </span>
          <Icon name="right" size="small" />
        </LinkButton>
      ),
  },
  deleteColumn(
    (row) => !places.gone.has(row._id),
    (row) => `Delete the cart of ${row.clubName}, ${row.email}`,
    onDelete,
  ),
]
