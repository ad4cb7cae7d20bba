import { useState } from 'react'
import { useLiveList } from '#client/portal/data/live-query.ts'
import { entryList, readClubHistory } from '#client/portal/history/entries.ts'
import { idOf } from '#client/portal/lists/use-live-view.ts'
import { usePinnedRows } from '#client/portal/lists/use-pinned-rows.ts'
import { useEdition, useOrdering } from '#client/portal/ordering/ordering.ts'
import { useSession } from '#client/shared/session.ts'
import type { OrderLine } from '#src/contract/records.ts'
import { orders } from './lists.ts'
import { useAnnouncement } from './use-announcement.ts'
import { useCorrections } from './use-corrections.ts'

/** The club's history in one edition. */
const historyOf = (edition: string) =>
  entryList(`club ${edition}`, ['orders'], (query) =>
    readClubHistory(useSession.getState()?.user.id ?? '', {
      ...query,
      ...(edition && { edition }),
    }),
  )

/** The lines of the club's order in their places, with what happened to them and what the club wants of them. */
export function useOrderLines() {
  const list = useLiveList(orders)
  const past = useLiveList(historyOf(useEdition()?._id ?? ''))
  const places = usePinnedRows(list.rows, idOf, { keepsGone: true })
  const announcement = useAnnouncement(past)
  const isOpenForOrders = useOrdering()?.ordering.isOpen ?? false
  const wanted = useCorrections()
  const corrections = isOpenForOrders ? wanted : null
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  return {
    ...list,
    past,
    places,
    announcement,
    /** `null` while ordering is closed. */
    corrections,
    isGone: ({ _id }: OrderLine) => places.gone.has(_id),
    isNews: ({ _id }: OrderLine) => list.updated.has(_id),
    isOpen: ({ _id }: OrderLine) => opened.has(_id),
    toggle: ({ _id }: OrderLine) => setOpened(opened.symmetricDifference(new Set([_id]))),
  }
}
