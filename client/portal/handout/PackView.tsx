import { type ComponentProps, type ReactNode, useMemo, useState } from 'react'
import { attempt } from '#client/portal/data/attempt.ts'
import { newIdempotencyKey } from '#client/portal/data/idempotency-key.ts'
import { write } from '#client/portal/data/live-query.ts'
import { saveLines } from '#client/portal/drafts/line-changes.ts'
import { ListBody } from '#client/portal/lists/ListBody.tsx'
import { usePinnedRows } from '#client/portal/lists/use-pinned-rows.ts'
import { Button } from '#client/portal/ui/Button.tsx'
import { EmptyState } from '#client/portal/ui/EmptyState.tsx'
import { Notice } from '#client/portal/ui/Notice.tsx'
import { Unit } from '#client/portal/ui/Unit.tsx'
import { offerBatchUndo } from '#client/portal/undo/offer-batch-undo.ts'
import { Icon } from '#client/shared/Icon.tsx'
import { counted, grouped } from '#src/rules/number-text.ts'
import {
  countThings,
  createLineSearch,
  groupByPlace,
  isReady,
  isToPack,
  isToTakeBack,
  type PackLine,
  placeWords,
} from './model.ts'
import styles from './Handout.module.css'

const idOf = ({ _id }: PackLine) => _id

/** Ticks: each makes its lines Ready, or Pending again, in one save at once. */
function usePacking() {
  /** The ticks that are not answered, by line. */
  const [sent, setSent] = useState<ReadonlyMap<string, boolean>>(new Map())

  async function tick(lines: readonly PackLine[], isReady: boolean) {
    const [first] = lines
    const ids = new Set(lines.map(({ _id }) => _id))
    if (!first || lines.some(({ _id }) => sent.has(_id))) return
    setSent((now) => new Map([...now, ...lines.map(({ _id }) => [_id, isReady] as const)]))
    const isOwn = (row: { _id: string }) => ids.has(row._id)
    const whose = lines.length === 1 ? first.clubName : counted(lines.length, 'line')
    const what = `${grouped(countThings(lines))} ${first.itemName}, ${whose}`
    await attempt(async () => {
      const status = isReady ? 'Ready' : 'Pending'
      const changes = lines.map(({ _id }) => ({ _id, status }) as const)
      const { batch } = await write(saveLines(changes, newIdempotencyKey()), isOwn)
      offerBatchUndo(`${isReady ? 'Ready' : 'Not ready'}: ${what}`, batch, {
        undone: `${isReady ? 'Not ready' : 'Ready'}: ${what}`,
        subject: 'packing',
        isOwn,
      })
    })
    setSent((now) => new Map([...now].filter(([id]) => !ids.has(id))))
  }
  return { sent, tick }
}

type PackViewProps = {
  /** All lines, in the order in which one walks. */
  lines: readonly PackLine[]
  query: string
  isOffline: boolean
  list: Pick<ComponentProps<typeof ListBody>, 'list' | 'onClearSearch'>
}

/** What is to be packed, shelf by shelf. What becomes ready while one looks stays in its place, with its tick. */
export function PackView({ lines, query, isOffline, list }: PackViewProps) {
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set())
  const fresh = lines.filter((line) => isToPack(line) && !seen.has(line._id))
  if (fresh.length > 0) setSeen(new Set([...seen, ...fresh.map(idOf)]))
  const shown = useMemo(
    () => lines.filter((line) => seen.has(line._id) && !isToTakeBack(line)),
    [lines, seen],
  )
  const places = usePinnedRows(shown, idOf)
  const packing = usePacking()
  const ticking = { gone: places.gone, isOffline, packing }
  const found = places.rows.filter(createLineSearch(query))
  return (
    <ListBody
      {...list}
      noun="lines"
      total={places.rows.length}
      found={found.length}
      query={query}
      empty={
        <EmptyState title="Everything is packed">
          What is given and not ready yet stands here, by its place.
        </EmptyState>
      }
    >
      <Notice tone="info">A tick makes the line ready: its things are in the club’s box.</Notice>
      {places.waiting > 0 && (
        <Button size="small" icon="live" onClick={places.release}>
          {grouped(places.waiting)} new – Show
        </Button>
      )}
      <div className={styles.Places} {...places.hoverProps}>
        {groupByPlace(found).map(({ place, items }) => (
          <section key={place} className={styles.Place} aria-label={placeWords(place)}>
            <header>
              <h2 className="heading tape">{placeWords(place)}</h2>
              <span className="hint">
                {counted(items.flatMap((item) => item.lines).filter(isToPack).length, 'line')} to
                pack
              </span>
            </header>
            {items.map(({ key, itemName, unit, lines: wanted }) => (
              <div key={key} className={styles.Item}>
                <h3 className="name">
                  <span>
                    <bdi>{itemName}</bdi> <Unit of={unit} />
                  </span>
                  <span className="hint">
                    <span className="num">{grouped(countThings(wanted.filter(isToPack)))}</span>
                    <span className="sr"> to pack</span>
                  </span>
                </h3>
                <ul>
                  {wanted.length > 1 && (
                    <Tick lines={wanted} {...ticking}>
                      All {counted(wanted.length, 'line')}
                    </Tick>
                  )}
                  {wanted.map((line) => (
                    <Tick key={line._id} lines={[line]} {...ticking}>
                      <bdi>{line.clubName}</bdi>
                    </Tick>
                  ))}
                </ul>
              </div>
            ))}
          </section>
        ))}
      </div>
    </ListBody>
  )
}

type TickProps = {
  /** The lines that the tick makes ready together: of one club, or all of an item. */
  lines: readonly PackLine[]
  gone: ReadonlySet<string>
  isOffline: boolean
  packing: ReturnType<typeof usePacking>
  children: ReactNode
}

function Tick({ lines, gone, isOffline, packing, children }: TickProps) {
  const here = lines.filter(({ _id }) => !gone.has(_id))
  const isGone = here.length === 0
  const isTicked = !isGone && here.every((line) => packing.sent.get(line._id) ?? isReady(line))
  return (
    <li>
      <label className={styles.Tick} data-done={isTicked || undefined}>
        <input
          type="checkbox"
          checked={isTicked}
          disabled={isGone}
          aria-disabled={isOffline || undefined}
          aria-busy={here.some(({ _id }) => packing.sent.has(_id)) || undefined}
          onChange={({ target }) => {
            if (!isOffline)
              void packing.tick(
                here.filter((line) => isReady(line) !== target.checked),
                target.checked,
              )
          }}
        />
        <span>
          <span className="sr">{lines[0]?.itemName}, </span>
          {children}
        </span>
        {(isGone || isTicked) && (
          <span className={`marked ${styles.Ready}`}>
            {isGone ? (
              'not to pack'
            ) : (
              <>
                <Icon name="box" size="small" />
                ready
              </>
            )}
          </span>
        )}
        <b className="num">{grouped(countThings(lines))}</b>
      </label>
    </li>
  )
}
