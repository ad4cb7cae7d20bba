import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { api, ApiError, call } from '#client/portal/data/api.ts'
import { TapeCross } from '#client/portal/ui/TapeCross.tsx'
import { Icon } from '#client/shared/Icon.tsx'
import { PAGES } from '#client/shared/pages.ts'
import type { Pickup } from '#src/contract/handout.ts'
import { shortWhenText } from '#src/rules/day-text.ts'
import { grouped } from '#src/rules/number-text.ts'
import styles from './Pickup.module.css'

const READ_EVERY_MS = 5_000
const TURN_EVERY_MS = 10_000
/** So many clubs, and no more, are shown in one column of large letters. */
const FEW = 6
/** Longer names and words are set narrower. */
const LONG_NAME = 22
const LONG_WORDS = 80

// Another key may be typed into the address while the page is open.
addEventListener('hashchange', () => location.reload())

const isEnded = (error: unknown) => error instanceof ApiError && error.status === 404

/** The screen in the store room: which clubs have things ready. It needs no account, only the key behind the # of its address. */
export default function PickupPage() {
  // The part of the address that no request carries.
  const key = location.hash.slice(1)
  const { data, error, dataUpdatedAt, errorUpdatedAt } = useQuery({
    queryKey: ['pickup', key],
    queryFn: () =>
      call(api.cart.pickup.get({ headers: { 'pickup-key': key } }), {
        message: '',
        clubs: [{ clubName: '', ready: 0 }],
      }),
    refetchInterval: ({ state }) => (isEnded(state.error) ? false : READ_EVERY_MS),
    refetchIntervalInBackground: true,
  })
  const isOver = key === '' || isEnded(error)
  // Without data the error is away while it is read again.
  const isLost = !isOver && (error !== null || (!data && errorUpdatedAt > 0))
  // The last read that failed is the newest time that is known here.
  const lostSince = isLost
    ? shortWhenText(new Date(dataUpdatedAt || errorUpdatedAt), new Date(errorUpdatedAt))
    : null
  const { message: words = '', clubs = [] } = (!isOver && data) || {}
  return (
    // The key makes a new screen when the list was empty, so that a pause ends then.
    <Screen key={String(clubs.length > 0)} words={words} clubs={clubs} lostSince={lostSince}>
      {isOver && <TapeCross />}
      <p>
        {isOver
          ? 'This address has ended. Make a new one under Hand out.'
          : data && 'Nothing is ready now.'}
      </p>
    </Screen>
  )
}

/** How many widths of the list its columns take. */
function countPages(list: HTMLElement): number {
  const gap = parseFloat(getComputedStyle(list).columnGap) || 0
  return Math.max(1, Math.ceil((list.scrollWidth - 1) / (list.clientWidth + gap)))
}

type ScreenProps = {
  words: string
  clubs: Pickup['clubs']
  lostSince: string | null
  /** Shown while no club has anything ready. */
  children: ReactNode
}

/** The columns of a page stand side by side with those of the next: to turn a page moves them by its width. */
function Screen({ words, clubs, lostSince, children }: ScreenProps) {
  const list = useRef<HTMLUListElement>(null)
  const [pages, setPages] = useState(1)
  const [turned, setTurned] = useState(0)
  const [isPaused, setPaused] = useState(false)
  const page = turned % pages
  // After each render: other clubs may take another number of pages.
  useEffect(() => {
    const columns = list.current
    if (!columns) return
    const measure = () => setPages(countPages(columns))
    const sized = new ResizeObserver(measure)
    sized.observe(columns)
    void document.fonts.ready.then(measure)
    return () => sized.disconnect()
  })
  useEffect(() => {
    if (isPaused || pages === 1) return
    const timer = setInterval(() => setTurned((now) => now + 1), TURN_EVERY_MS)
    return () => clearInterval(timer)
  }, [isPaused, pages])

  return (
    <div className={styles.Screen}>
      <header>
        <h1>{PAGES['/pickup'].title}</h1>
        <p data-long={words.length > LONG_WORDS || undefined}>{words}</p>
      </header>
      {clubs.length === 0 ? (
        <div className={styles.Alone}>{children}</div>
      ) : (
        <div className={styles.Window}>
          <ul
            ref={list}
            aria-label="Clubs"
            data-few={clubs.length <= FEW || undefined}
            style={{ translate: `calc(${-page} * (100% + var(--gap)))` }}
          >
            {clubs.map(({ clubName, ready }, at) => (
              <li key={at} data-long={clubName.length > LONG_NAME || undefined}>
                <b>
                  <bdi>{clubName}</bdi>
                </b>
                <span>
                  <i>{grouped(ready)}</i> <span>{ready === 1 ? 'thing' : 'things'}</span>
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
      <footer data-lost={lostSince === null ? undefined : ''}>
        <output>
          {lostSince !== null && (
            <>
              <Icon name="offline" />
              No connection since {lostSince}. This list may be old.
            </>
          )}
        </output>
        {pages > 1 && (
          <>
            <p>
              Page {grouped(page + 1)} of {grouped(pages)}
            </p>
            <button type="button" onClick={() => setPaused(!isPaused)}>
              <Icon name={isPaused ? 'play' : 'pause'} />
              {isPaused ? 'Go on' : 'Pause'}
            </button>
          </>
        )}
      </footer>
    </div>
  )
}
