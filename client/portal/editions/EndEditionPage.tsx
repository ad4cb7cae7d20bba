import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { useForm } from '#client/portal/account/use-form.ts'
import { AdminScreen } from '#client/portal/app/AdminScreen.tsx'
import { LinkButton } from '#client/portal/app/LinkButton.tsx'
import { api, ApiError, call } from '#client/portal/data/api.ts'
import { newIdempotencyKey } from '#client/portal/data/idempotency-key.ts'
import { useLive, write } from '#client/portal/data/live-query.ts'
import { readPage } from '#client/portal/history/entries.ts'
import { useReader } from '#client/portal/history/use-reader.ts'
import { ListBody } from '#client/portal/lists/ListBody.tsx'
import { HeldNotice } from '#client/portal/ordering/HeldBar.tsx'
import { useOrderingState } from '#client/portal/ordering/ordering.ts'
import { Button } from '#client/portal/ui/Button.tsx'
import { ErrorSummary } from '#client/portal/ui/ErrorSummary.tsx'
import { Field } from '#client/portal/ui/Field.tsx'
import { Plate, Plates } from '#client/portal/ui/Plates.tsx'
import { offerBatchUndo } from '#client/portal/undo/offer-batch-undo.ts'
import type { Demand, EditionName, Leftovers } from '#src/contract/editions.ts'
import { limits } from '#src/contract/limits.ts'
import { whenText } from '#src/rules/day-text.ts'
import { nameOf } from '#src/rules/describe.ts'
import { isolated } from '#src/rules/isolated.ts'
import { counted, grouped } from '#src/rules/number-text.ts'
import { useEnded } from './ended.ts'
import { demandList } from './lists.ts'
import { together, useEditionCounts } from './use-edition-counts.ts'
import bar from '#client/portal/drafts/EditedTable.module.css'
import summary from '#client/portal/ui/ErrorSummary.module.css'
import styles from './Editions.module.css'

const BACK = { href: '/editions', label: 'Editions' }

/** Says what will happen when the current edition ends, asks where its things are, and ends it. */
export default function EndEditionPage() {
  const ordering = useOrderingState()
  const counts = useEditionCounts()
  const demand = useLive(demandList)
  const current = ordering.value?.edition ?? null
  const [edition, setEdition] = useState<EditionName | null>(null)
  const form = useForm({ next: '' }, { hasSummary: true })
  // Under its id the name may change; another edition never takes its place here.
  if (current && current !== edition && (edition === null || current._id === edition._id))
    setEdition(current)
  // This code came after the page was announced: the heading takes the focus from the region around it.
  useEffect(() => {
    const heading = document.querySelector<HTMLElement>('main:focus h1')
    if (!heading) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }, [])
  const isOver = !form.busy && edition && current && current._id !== edition._id
  return (
    <AdminScreen
      title={edition ? `End ${edition.name}` : 'End this edition'}
      named
      hasTape={false}
      back={BACK}
    >
      {isOver ? (
        <EndedAlready edition={edition} current={current} />
      ) : (
        <ListBody list={together(ordering, counts, demand)} noun="the edition">
          {edition && demand.value && (
            <EndForm edition={edition} counts={counts} demand={demand.value} form={form} />
          )}
        </ListBody>
      )}
    </AdminScreen>
  )
}

/** Another administrator was faster. */
function EndedAlready({ edition, current }: { edition: EditionName; current: EditionName }) {
  const reader = useReader()
  const { data } = useQuery({
    queryKey: ['who ended', edition._id],
    queryFn: () => readPage({ kind: 'edition_ended', edition: edition._id, limit: '1' }),
  })
  const [entry] = data?.entries ?? []
  return (
    <div className={summary.ErrorSummary} role="alert">
      <h2>
        <bdi>{edition.name}</bdi> has ended already
      </h2>
      <p>
        {entry &&
          `${isolated(nameOf(entry.by, reader) ?? 'Somebody')} ended it ${whenText(new Date(entry.at), reader.now)}. `}
        The current edition is <bdi>{current.name}</bdi>.
      </p>
      <Link href="/editions">Show the editions</Link>
    </div>
  )
}

type EndFormProps = {
  edition: EditionName
  counts: ReturnType<typeof useEditionCounts>
  demand: readonly Demand[]
  form: ReturnType<typeof useForm<'next'>>
}

function EndForm({ edition, counts, demand, form }: EndFormProps) {
  const [, navigate] = useLocation()
  const { held, heldLines } = counts
  const [leftovers, setLeftovers] = useState<Leftovers | null>(null)
  /** A call without an answer is sent again under the same key, so that it is done once. */
  const [key] = useState(newIdempotencyKey)
  const name = isolated(edition.name)
  const { next } = form.values
  const onShelf = demand
    .filter((row) => row.edition === edition._id)
    .reduce((sum, row) => sum + row.given - row.handed_over, 0)

  async function end() {
    const body = { edition: edition._id, next, leftovers: leftovers ?? 'shelf' }
    const headers = { 'idempotency-key': key }
    const ending = call(api.cart.editions.end.post(body, { headers }), {
      batch: '',
      edition: { _id: '', name: '' },
      ended: { unitsReturned: 0 },
    })
    const answer = await write(ending).catch((error: unknown) => {
      // The page says by itself who was faster.
      if (error instanceof ApiError && error.code === 'changed_meanwhile') return null
      throw error
    })
    if (!answer) return
    const { unitsReturned: units } = answer.ended
    const back = units > 0 ? ` ${counted(units, 'thing')} went back to the shelf.` : ''
    const words = `${name} has ended.${back} ${isolated(answer.edition.name)} has begun; ordering is closed.`
    useEnded.setState({ begun: answer.edition._id, words }, true)
    navigate('/editions')
    offerBatchUndo(`${name} has ended`, answer.batch, {
      undone: `${name} is the current edition again. Ordering is closed.`,
      subject: 'edition',
      isOwn: () => false,
      // An ending that was taken back is not ended again by Undo.
      release: () => undefined,
    })
  }

  function handleSubmit() {
    if (heldLines > 0) return
    const faults = [
      counts.leftovers > 0 && !leftovers && { text: 'Say where the things are.', fieldId: 'shelf' },
      !next.trim() && { text: 'Enter the name of the next edition.', fieldId: 'next' },
    ]
    form.send(faults, end)
  }
  const left = counted(counts.leftovers, 'thing')
  const isOne = counts.leftovers === 1
  return (
    <form
      className={styles.End}
      aria-label={`End ${edition.name}`}
      noValidate
      onSubmit={handleSubmit}
    >
      <HeldNotice rows={held}>
        {heldLines > 0 && (
          <>
            {counted(heldLines, 'decision')} for {counted(held.length, 'club')}{' '}
            {heldLines === 1 ? 'is held back. Announce it' : 'are held back. Announce them'} first:
            then this edition can end.
          </>
        )}
      </HeldNotice>
      <ErrorSummary problems={form.problems} />
      <section>
        <h2 className="heading">What will happen</h2>
        <ul className={`ruled ${styles.Will}`}>
          <Will
            count={grouped(counts.clubs)}
            what={`${counts.clubs === 1 ? 'club keeps its' : 'clubs keep their'} order to read.`}
          >
            Nobody can change it any more.
          </Will>
          <Will
            count={grouped(counts.lines)}
            what={`${counts.lines === 1 ? 'line stays' : 'lines stay'} with ${name}, with numbers, status and remarks.`}
          >
            {counts.undecided > 0 &&
              `${grouped(counts.undecided)} of them ${counts.undecided === 1 ? 'is undecided and stays' : 'are undecided and stay'} so.`}
          </Will>
          <Will count="0" what="lines are in the next edition. Clubs start with an empty order.">
            They can order again what they ordered now.
          </Will>
          <Will count="Now" what="ordering closes.">
            Its times and message go, and the pick-up words. Decisions are no longer held back.
          </Will>
          <Will count="0" what="mails are sent.">
            What was announced and not mailed yet is still mailed.
          </Will>
        </ul>
      </section>
      {counts.leftovers > 0 && (
        <Plates
          legend={`${left} ${isOne ? 'is' : 'are'} given and not handed over. Where ${isOne ? 'is it' : 'are they'}?`}
        >
          <Plate
            group="leftovers"
            id="shelf"
            name="In the store room"
            checked={leftovers === 'shelf'}
            onChoose={() => setLeftovers('shelf')}
          >
            {counted(onShelf, 'thing')} {onShelf === 1 ? 'goes' : 'go'} back to the shelf.
            {onShelf < counts.leftovers &&
              ` ${grouped(counts.leftovers - onShelf)} bought for a club ${counts.leftovers - onShelf === 1 ? 'is' : 'are'} on no shelf.`}
          </Plate>
          <Plate
            group="leftovers"
            id="handed_over"
            name="The clubs have them"
            checked={leftovers === 'handed_over'}
            onChoose={() => setLeftovers('handed_over')}
          >
            {left} {isOne ? 'counts' : 'count'} as handed over.
          </Plate>
        </Plates>
      )}
      <div className={styles.Next}>
        <Field
          {...form.field('next')}
          label="Name of the next edition"
          autoComplete="off"
          maxLength={limits.editionNameLength}
          hint="For example APOGEE 2027. Clubs read it under the title of every page."
        />
      </div>
      <div className={`line ${bar.SaveBar}`}>
        <p className={bar.Words} id="end-words">
          {heldLines > 0
            ? `${counted(heldLines, 'decision')} ${heldLines === 1 ? 'is' : 'are'} held back.`
            : 'You can undo this, later in the history too, until the first order of the next edition.'}
        </p>
        <div className={bar.Actions}>
          <LinkButton href="/editions">Cancel</LinkButton>
          <Button
            type="submit"
            variant="primary"
            busy={form.busy}
            disabled={heldLines > 0}
            reasonId="end-words"
          >
            End {edition.name}, begin {next.trim() || 'the next'}
          </Button>
        </div>
      </div>
    </form>
  )
}

function Will({ count, what, children }: { count: string; what: string; children: ReactNode }) {
  return (
    <li>
      <b className="num">{count}</b>
      <div>
        <p>{what}</p>
        {children && <p className="hint">{children}</p>}
      </div>
    </li>
  )
}
