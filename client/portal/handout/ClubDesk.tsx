import { useEffect, useId, useRef, useState } from 'react'
import { api, call } from '#client/portal/data/api.ts'
import { LinkButton } from '#client/portal/app/LinkButton.tsx'
import { useSaving } from '#client/portal/drafts/use-saving.ts'
import { orderAddress } from '#client/portal/orders/lists.ts'
import { Button } from '#client/portal/ui/Button.tsx'
import { Field } from '#client/portal/ui/Field.tsx'
import { Numbers } from '#client/portal/ui/Numbers.tsx'
import { Notice } from '#client/portal/ui/Notice.tsx'
import { goToWrongNumber, Stepper } from '#client/portal/ui/Stepper.tsx'
import { Unit } from '#client/portal/ui/Unit.tsx'
import { cx } from '#client/shared/cx.ts'
import type { HandoutClub, HandoutLine } from '#src/contract/handout.ts'
import { limits } from '#src/contract/limits.ts'
import { counted, grouped } from '#src/rules/number-text.ts'
import { byName, countThings, isReady, isToPack, leftOf, placeWords } from './model.ts'
import bar from '#client/portal/drafts/EditedTable.module.css'
import styles from './Handout.module.css'

/** Some things of a line, who gets them, and for which club. */
type Handed = { _id: string; quantity: number; user_id: string; to: string }

const unitsIn = (handed: readonly Handed[]) =>
  handed.reduce((sum, { quantity }) => sum + quantity, 0)
const toThings = (handed: readonly Handed[]): string => counted(unitsIn(handed), 'thing')

/** Hands things of one club over to one person, once, however often a try is not answered. */
export const useHandingOver = (onSaved: () => void) =>
  useSaving<Handed, never>({
    name: 'handout-hand-over',
    save(handed, key) {
      const [{ user_id, to } = { user_id: '', to: '' }] = handed
      const lines = handed.map(({ _id, quantity }) => ({ _id, quantity }))
      const headers = { 'idempotency-key': key }
      return call(api.cart['hand-over'].post({ user_id, to, lines }, { headers }), { message: '' })
    },
    subject: 'hand over',
    toWords: (handed) => `${toThings(handed)} handed over to ${handed[0]?.to}`,
    toUndone: (handed) => `Hand-over undone: ${toThings(handed)}`,
    onSaved,
    onRefused: () => {},
  })

const sorted = (lines: HandoutLine[]) => lines.toSorted((a, b) => byName(a.itemName, b.itemName))

type ClubDeskProps = {
  club: HandoutClub
  handing: ReturnType<typeof useHandingOver>
  isOffline: boolean
}

/** One club at the desk: who fetches, and how many of each thing. Everything is set to all that is ready. */
export function ClubDesk({ club, handing, isOffline }: ClubDeskProps) {
  const { clubName, people, user_id } = club
  const ready = sorted(club.lines.filter(isReady))
  const toPack = sorted(club.lines.filter(isToPack))
  const [chosen, setChosen] = useState(people.length === 1 ? (people[0] ?? '') : '')
  const [other, setOther] = useState('')
  const [isAsked, setAsked] = useState(false)
  /** What was set by hand; a line without it hands over all that is ready. */
  const [set, setSet] = useState<Readonly<Record<string, number>>>({})
  const desk = useRef<HTMLElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const titleId = useId()
  const reasonId = useId()
  useEffect(() => heading.current?.focus(), [])

  const to = other.trim() || chosen
  const unitsOf = (line: HandoutLine) => set[line._id] ?? leftOf(line)
  const handed = ready.flatMap((line) => {
    const quantity = unitsOf(line)
    return quantity > 0 ? [{ _id: line._id, quantity, user_id, to }] : []
  })
  const things = unitsIn(handed)
  const { busy, pending } = handing
  const refused = handing.refused?.changes[0]?.user_id === user_id ? handing.refused : null
  const isWaiting = pending !== null && !busy
  const reason = isOffline
    ? 'You are offline.'
    : isWaiting
      ? 'The last hand-over has no answer yet. It is sent again by itself.'
      : things === 0
        ? 'Nothing is chosen.'
        : ''

  function press() {
    if (to === '') {
      setAsked(true)
      desk.current?.querySelector<HTMLInputElement>('input:not([type=radio])')?.focus()
    } else if (!goToWrongNumber(desk.current)) handing.save(handed, {})
  }
  const readyWords =
    ready.length > 0 ? `${counted(countThings(ready), 'thing')} ready` : 'Nothing more is ready.'
  const packWords = `${ready.length > 0 ? ',' : ''} ${grouped(countThings(toPack))} to pack`
  return (
    <article ref={desk} className={styles.Desk} aria-labelledby={titleId}>
      <header>
        <h2 ref={heading} id={titleId} tabIndex={-1}>
          <bdi>{clubName}</bdi>
        </h2>
        <p className="lead">
          <Numbers in={toPack.length > 0 ? readyWords + packWords : readyWords} />
        </p>
        <LinkButton href={orderAddress(user_id)} size="small">
          Correct its order
        </LinkButton>
      </header>
      {ready.length > 0 && (
        <>
          <fieldset className={`stack ${styles.ToWhom}`}>
            <legend>To whom</legend>
            <div className={cx('choices', styles.Chips)}>
              {[...new Set(people)].map((name) => (
                <label key={name} className="button" data-size="big">
                  <input
                    type="radio"
                    name="to"
                    checked={chosen === name && other.trim() === ''}
                    onChange={() => {
                      setChosen(name)
                      setOther('')
                    }}
                  />
                  <bdi>{name}</bdi>
                </label>
              ))}
            </div>
            <Field
              label="Or somebody else"
              value={other}
              maxLength={limits.nameLength}
              autoComplete="off"
              error={isAsked && to === '' ? 'Choose or write who fetches them.' : undefined}
              onChange={({ target }) => setOther(target.value)}
            />
          </fieldset>
          <ul className={styles.Lines}>
            {ready.map((line) => {
              const left = leftOf(line)
              const units = unitsOf(line)
              const { delivered_quantity: done, allotted_quantity: given } = line
              const most = `Only ${grouped(left)} ${left === 1 ? 'is' : 'are'} left to hand over`
              return (
                <li key={line._id}>
                  <div>
                    <b className="name">
                      <bdi>{line.itemName}</bdi> <Unit of={line.unit} />
                    </b>
                    <span className="hint">
                      {placeWords(line.place)}
                      {done > 0 && `, ${grouped(done)} of ${grouped(given)} handed over`}
                    </span>
                  </div>
                  <p className="hint">
                    of <b className="num">{grouped(left)}</b> ready
                  </p>
                  <Stepper
                    label={`Hand over: ${line.itemName}`}
                    value={units}
                    max={left}
                    maxReason={most}
                    error={units > left ? most : refused?.errors.get(line._id)}
                    onChange={(next) => setSet({ ...set, [line._id]: next })}
                  />
                </li>
              )
            })}
          </ul>
        </>
      )}
      {toPack.length > 0 && (
        <div className={styles.StillToPack}>
          <h3>Still to pack</h3>
          <ul>
            {toPack.map((line) => (
              <li key={line._id}>
                <span>
                  <bdi>{line.itemName}</bdi>
                </span>
                <span>{placeWords(line.place)}</span>
                <b className="num">{grouped(leftOf(line))}</b>
              </li>
            ))}
          </ul>
        </div>
      )}
      {ready.length > 0 && (
        <div className={cx('line', bar.SaveBar, styles.Bar)}>
          <Notice tone="danger">
            {refused &&
              !isWaiting &&
              (refused.errors.size > 0
                ? `Nothing was handed over: ${counted(refused.errors.size, 'line')} ${refused.errors.size === 1 ? 'asks' : 'ask'} for too many.`
                : `Nothing was handed over. ${refused.error.message}`)}
          </Notice>
          <p>
            {to === '' ? (
              'To nobody yet'
            ) : (
              <>
                To{' '}
                <b>
                  <bdi>{to}</bdi>
                </b>
              </>
            )}
            {reason && <span id={reasonId}>{reason}</span>}
          </p>
          <Button
            variant="primary"
            size="big"
            busy={busy}
            disabled={reason !== ''}
            reasonId={reasonId}
            onClick={press}
          >
            Hand over {counted(things, 'thing')}
          </Button>
        </div>
      )}
    </article>
  )
}
