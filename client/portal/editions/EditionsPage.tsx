import { useState } from 'react'
import { Link } from 'wouter'
import { AdminScreen } from '#client/portal/app/AdminScreen.tsx'
import { LinkButton } from '#client/portal/app/LinkButton.tsx'
import { RenameDialog } from '#client/portal/app/RenameDialog.tsx'
import { api, call } from '#client/portal/data/api.ts'
import { useLive, write } from '#client/portal/data/live-query.ts'
import { useReader } from '#client/portal/history/use-reader.ts'
import { DownloadButton } from '#client/portal/lists/DownloadButton.tsx'
import { ListBody } from '#client/portal/lists/ListBody.tsx'
import { Banner } from '#client/portal/ui/Banner.tsx'
import { Button } from '#client/portal/ui/Button.tsx'
import { type Column, numberColumn, Table } from '#client/portal/ui/Table.tsx'
import { showToast } from '#client/portal/ui/toast.ts'
import type { ListedEdition } from '#src/contract/editions.ts'
import { limits } from '#src/contract/limits.ts'
import { dateText, sinceText } from '#src/rules/day-text.ts'
import { isolated } from '#src/rules/isolated.ts'
import { grouped } from '#src/rules/number-text.ts'
import { toEditionSheet } from './edition-sheet.ts'
import { useEnded } from './ended.ts'
import { editionList } from './lists.ts'
import { together, useEditionCounts } from './use-edition-counts.ts'
import styles from './Editions.module.css'

/** The current edition with its work, and the earlier ones with their spreadsheets. */
export default function EditionsPage() {
  const editions = useLive(editionList)
  const counts = useEditionCounts()
  const { value, confirmedAt } = editions
  const ended = useEnded()
  const current = value?.find((edition) => edition.ended_at === null)
  return (
    <AdminScreen hasTape={false}>
      <Banner tone="news" icon="flag">
        {ended && ended.begun === current?._id && ended.words}
      </Banner>
      <ListBody list={{ ...together(editions, counts), confirmedAt }} noun="editions">
        {current && <Current edition={current} counts={counts} />}
        <Earlier
          editions={value?.filter((edition) => edition !== current) ?? []}
          begun={current && counts.lines === 0 ? current.name : null}
        />
      </ListBody>
    </AdminScreen>
  )
}

async function rename(name: string) {
  await write(call(api.cart.editions.current.patch({ name }), { name: '' }))
  showToast(`Renamed to ${isolated(name.trim())}`)
}

type CurrentProps = { edition: ListedEdition; counts: ReturnType<typeof useEditionCounts> }

function Current({ edition, counts }: CurrentProps) {
  const [isRenaming, setRenaming] = useState(false)
  const { now } = useReader()
  const facts = [
    { count: counts.clubs, what: 'clubs', href: '/orders' },
    { count: counts.lines, what: 'lines', href: '/board' },
    { count: counts.undecided, what: 'lines undecided', href: '/board?undecided=1', sign: 'todo' },
    { count: counts.ready, what: 'things ready', href: '/handout' },
    { count: counts.leftovers, what: 'things given and not handed over', href: '/handout' },
    { count: counts.heldLines, what: 'decisions held back', href: '/board', sign: 'held' },
  ]
  return (
    <section className={styles.Current} aria-labelledby="current-edition">
      <header className="line">
        <div>
          <h2 id="current-edition">
            <bdi>{edition.name}</bdi>
          </h2>
          <p className="lead">Began {sinceText(new Date(edition.began_at), now)}</p>
        </div>
        <div className="choices">
          <Button icon="edit" aria-haspopup="dialog" onClick={() => setRenaming(true)}>
            Rename
          </Button>
          <LinkButton href="/editions/end" icon="flag">
            End this edition
          </LinkButton>
        </div>
      </header>
      <dl className={styles.Facts}>
        {facts.map(({ count, what, href, sign }) => (
          <div key={what} data-sign={count > 0 ? sign : undefined}>
            <dt>{what}</dt>
            <dd data-zero={count === 0 || undefined}>
              {count === 0 ? (
                0
              ) : (
                <Link href={href}>
                  {grouped(count)}
                  <span className="sr"> {what}: show them</span>
                </Link>
              )}
            </dd>
          </div>
        ))}
      </dl>
      {isRenaming && (
        <RenameDialog
          title="Rename this edition"
          label="Name"
          hint="Clubs read it under the title of every page."
          maxLength={limits.editionNameLength}
          name={edition.name}
          rename={rename}
          onClose={() => setRenaming(false)}
        />
      )}
    </section>
  )
}

async function toSheet(id: string) {
  const [orders, demand] = await Promise.all([
    call(api.cart.editions({ editionId: id }).get(), { edition: { name: '' }, clubs: [] }),
    call(api.cart.demand.get(), []),
  ])
  return toEditionSheet(orders, demand)
}

const columnsOf = (now: Date): Column<ListedEdition>[] => {
  const dateOf = (at: string | null) => (at === null ? '' : dateText(new Date(at), now))
  return [
    { head: 'Edition', width: 'wide', cell: ({ name }) => <bdi>{name}</bdi> },
    { head: 'Began', stacked: 'half', cell: ({ began_at }) => dateOf(began_at) },
    { head: 'Ended', stacked: 'half', cell: ({ ended_at }) => dateOf(ended_at) },
    numberColumn('Clubs', ({ clubs = 0 }) => grouped(clubs), { stacked: 'half' }),
    numberColumn('Lines', ({ lines }) => grouped(lines), { stacked: 'half' }),
    {
      head: 'Spreadsheet',
      width: 'stepper',
      stacked: 'bare',
      screenOnly: true,
      cell: ({ _id, name }) => <DownloadButton of={name} toSheet={() => toSheet(_id)} />,
    },
  ]
}

type EarlierProps = {
  editions: ListedEdition[]
  /** The current edition while nothing is ordered for it: until then the newest end can be undone. */
  begun: string | null
}

function Earlier({ editions, begun }: EarlierProps) {
  const { now } = useReader()
  const [newest] = editions
  return (
    <section className={styles.Earlier}>
      <h2 className="heading">Earlier editions</h2>
      {newest && begun !== null && (
        <p>
          Until something is ordered for <bdi>{begun}</bdi>, the end of <bdi>{newest.name}</bdi> can
          be undone.{' '}
          <Link href={`/history?edition=${newest._id}&kind=edition_ended`}>
            Show it in the history
          </Link>
        </p>
      )}
      {editions.length === 0 ? (
        <p>No edition has ended yet. An ended edition stands here with its spreadsheet.</p>
      ) : (
        <Table
          label="Earlier editions"
          columns={columnsOf(now)}
          rows={editions}
          idOf={({ _id }) => _id}
        />
      )}
    </section>
  )
}
