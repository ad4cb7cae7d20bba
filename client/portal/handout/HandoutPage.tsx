import { useMemo, useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import { AdminScreen } from '#client/portal/app/AdminScreen.tsx'
import { Freshness } from '#client/portal/app/Freshness.tsx'
import { useConnection } from '#client/portal/data/live.ts'
import { useLive } from '#client/portal/data/live-query.ts'
import { ListBody } from '#client/portal/lists/ListBody.tsx'
import { useListView } from '#client/portal/lists/use-list-view.ts'
import { HeldBar } from '#client/portal/ordering/HeldBar.tsx'
import { Banner } from '#client/portal/ui/Banner.tsx'
import { Button } from '#client/portal/ui/Button.tsx'
import { EmptyState } from '#client/portal/ui/EmptyState.tsx'
import { Toolbar } from '#client/portal/ui/Screen.tsx'
import { SearchBox } from '#client/portal/ui/SearchBox.tsx'
import { useMedia } from '#client/portal/ui/use-media.ts'
import { usePrinting } from '#client/portal/ui/use-printing.ts'
import { cx } from '#client/shared/cx.ts'
import type { HandoutClub } from '#src/contract/handout.ts'
import { clockText } from '#src/rules/day-text.ts'
import { grouped } from '#src/rules/number-text.ts'
import { createSearch } from '#src/rules/search.ts'
import { ClubDesk, useHandingOver } from './ClubDesk.tsx'
import { ClubList } from './ClubList.tsx'
import { handout } from './lists.ts'
import { createLineSearch, hasReady, isToPack, isToTakeBack, toWalk } from './model.ts'
import { PackView } from './PackView.tsx'
import { PickupWords } from './PickupWords.tsx'
import { PrintedClubs, PrintedPacking } from './PrintedHandout.tsx'
import { ScreenDialog } from './ScreenDialog.tsx'
import { TakeBack } from './TakeBack.tsx'
import segments from '#client/portal/ui/SegmentedToggle.module.css'
import styles from './Handout.module.css'

const NONE: HandoutClub[] = []

/** Packs what is given, shelf by shelf, and hands it to the people who fetch it. */
export default function HandoutPage() {
  const [params] = useSearchParams()
  const { phase, value, confirmedAt, reload } = useLive(handout)
  const rows = value?.clubs ?? NONE
  const { query, setQuery, shown } = useListView()
  const { status, since } = useConnection()
  const isWide = useMedia('(width >= 80rem)')
  const printedAt = usePrinting()
  const [isScreenAsked, setScreenAsked] = useState(false)
  /** Each hand-over begins the desk anew. */
  const [turn, setTurn] = useState(0)
  const handing = useHandingOver(() => setTurn((now) => now + 1))

  const openId = params.get('club')
  const isPacking = openId === null && params.get('view') !== 'clubs'
  const isAtDesk = openId !== null && !isWide
  const found = rows.find(({ user_id }) => user_id === openId)
  // The page of a club stays when nothing more is to be handed to it.
  const [desk, setDesk] = useState<HandoutClub | null>(null)
  if (found && found !== desk) setDesk(found)
  const club = found ?? (desk && desk.user_id === openId ? { ...desk, lines: [] } : null)

  const walk = useMemo(() => toWalk(rows), [rows])
  const clubs = useMemo(
    () => rows.filter(({ lines }) => lines.some((line) => !isToTakeBack(line))),
    [rows],
  )
  const toPack = walk.filter(isToPack)
  const toTakeBack = walk.filter(isToTakeBack)
  const matches = createSearch(shown.query)
  const isFoundClub = ({ clubName }: HandoutClub) => matches(clubName)
  const isOffline = status === 'offline'
  const list = { list: { phase, reload }, onClearSearch: () => setQuery('') }

  function addressOf(where: Record<string, string>) {
    const address = new URLSearchParams({ ...where, ...(query && { q: query }) })
    return address.size > 0 ? `/handout?${address}` : '/handout'
  }
  const views = [
    { name: 'Pack', count: toPack.length, href: addressOf({}), isHere: isPacking },
    { name: 'Clubs', count: clubs.length, href: addressOf({ view: 'clubs' }), isHere: !isPacking },
  ]
  return (
    <>
      <div data-print="no">
        <AdminScreen
          {...(isAtDesk && { back: { href: addressOf({ view: 'clubs' }), label: 'Clubs' } })}
          action={
            <>
              {!isPacking && !isAtDesk && (
                <Button size="small" aria-haspopup="dialog" onClick={() => setScreenAsked(true)}>
                  Screen in the store room
                </Button>
              )}
              <Button size="small" onClick={() => print()}>
                Print
                <span className="sr">
                  {isPacking
                    ? ' the packing list'
                    : club
                      ? ` the page of ${club.clubName}`
                      : ' one page for each club'}
                </span>
              </Button>
            </>
          }
        >
          {!isAtDesk && (
            <Toolbar>
              <nav
                className={cx(segments.SegmentedToggle, styles.Views)}
                data-words=""
                aria-label="What is shown"
              >
                {views.map(({ name, count, href, isHere }) => (
                  <Link key={name} href={href} aria-current={isHere ? 'true' : undefined}>
                    {name} <span className="num">{phase === 'ready' && grouped(count)}</span>
                  </Link>
                ))}
              </nav>
              <SearchBox
                label={isPacking ? 'Search items, places or clubs' : 'Search clubs'}
                value={query}
                onChange={setQuery}
              />
            </Toolbar>
          )}
          {isOffline ? (
            <Banner icon="offline">
              Offline since {clockText(new Date(since))}. You can look, but nothing can be ticked or
              handed over.
            </Banner>
          ) : (
            <Freshness confirmedAt={confirmedAt} />
          )}
          <HeldBar />
          {isPacking ? (
            <PackView list={list} lines={walk} query={shown.query} isOffline={isOffline} />
          ) : (
            <>
              {!isAtDesk && <PickupWords />}
              <ListBody
                {...list}
                noun="clubs"
                total={clubs.length + toTakeBack.length + (club ? 1 : 0)}
                found={isAtDesk || shown.query === '' ? 1 : clubs.filter(isFoundClub).length}
                query={shown.query}
                empty={
                  <EmptyState title="No club has anything to collect">
                    With the first decision the clubs stand here.
                  </EmptyState>
                }
              >
                <div className={styles.Split} data-one={isAtDesk || undefined}>
                  {!isAtDesk && (
                    <div>
                      <ClubList
                        clubs={clubs}
                        isFound={isFoundClub}
                        hrefOf={({ user_id }) => addressOf({ club: user_id })}
                        openId={openId}
                        lastId={desk?.user_id}
                      />
                      <TakeBack lines={toTakeBack} isOffline={isOffline} />
                    </div>
                  )}
                  {club ? (
                    <ClubDesk
                      key={`${club.user_id} ${turn}`}
                      club={club}
                      handing={handing}
                      isOffline={isOffline}
                    />
                  ) : (
                    openId !== null && <p>Nothing is ready for this club, and nothing to pack.</p>
                  )}
                </div>
              </ListBody>
            </>
          )}
        </AdminScreen>
        {isScreenAsked && <ScreenDialog onClose={() => setScreenAsked(false)} />}
      </div>
      {printedAt &&
        (isPacking ? (
          <PrintedPacking lines={toPack.filter(createLineSearch(shown.query))} at={printedAt} />
        ) : (
          <PrintedClubs
            clubs={club ? [club] : clubs.filter(isFoundClub).filter(hasReady)}
            at={printedAt}
          />
        ))}
    </>
  )
}
