import { useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { usePinnedRows } from '#client/portal/lists/use-pinned-rows.ts'
import { Icon } from '#client/shared/Icon.tsx'
import type { HandoutClub } from '#src/contract/handout.ts'
import { grouped } from '#src/rules/number-text.ts'
import { countThings, isReady, isToPack } from './model.ts'
import styles from './Handout.module.css'

const idOf = (club: HandoutClub) => club.user_id

type ClubListProps = {
  clubs: readonly HandoutClub[]
  isFound: (club: HandoutClub) => boolean
  hrefOf: (club: HandoutClub) => string
  openId: string | null
  /** The club that was at the desk before the list was there. */
  lastId: string | undefined
}

/** The clubs that have something ready or to pack. A club that was served while one looks keeps its place. */
export function ClubList({ clubs, isFound, hrefOf, openId, lastId }: ClubListProps) {
  const places = usePinnedRows(clubs, idOf)
  const last = useRef<HTMLAnchorElement>(null)
  // One goes on where one was.
  useEffect(() => last.current?.focus(), [])
  return (
    <ul className={styles.Clubs} {...places.hoverProps}>
      {places.rows.filter(isFound).map((club) => {
        const isGone = places.gone.has(club.user_id)
        const lines = isGone ? [] : club.lines
        const ready = countThings(lines.filter(isReady))
        const toPack = countThings(lines.filter(isToPack))
        return (
          <li key={club.user_id}>
            <Link
              ref={club.user_id === lastId ? last : null}
              href={hrefOf(club)}
              aria-current={club.user_id === openId ? 'true' : undefined}
            >
              <b className="name">
                <bdi>{club.clubName}</bdi>
              </b>
              <span className={`line hint ${styles.Counts}`}>
                {ready > 0 && (
                  <span className={`marked ${styles.Ready}`}>
                    <Icon name="box" size="small" />
                    <b className="num">{grouped(ready)}</b> ready
                  </span>
                )}
                {toPack > 0 && (
                  <span>
                    <b className="num">{grouped(toPack)}</b> to pack
                  </span>
                )}
                {isGone && 'nothing more'}
              </span>
              <Icon name="right" size="small" />
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
