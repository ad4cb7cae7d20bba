import { useMemo } from 'react'
import { Link } from 'wouter'
import { HeldMark } from '#client/portal/holding/HeldMark.tsx'
import type { BoardClub, BoardItem, BoardLine } from '#src/contract/board.ts'
import { limits } from '#src/contract/limits.ts'
import { LINE_STATUSES } from '#src/contract/statuses.ts'
import { grouped } from '#src/rules/number-text.ts'
import { suggestsRemarks } from '#client/portal/admin/Remarks.tsx'
import { InlineSelect } from '#client/portal/editing/InlineSelect.tsx'
import { InlineText } from '#client/portal/editing/InlineText.tsx'
import { LINE_STATUS_OPTIONS } from '#client/portal/editing/status-options.ts'
import { Stepper } from '#client/portal/ui/Stepper.tsx'
import { Icon } from '#client/shared/Icon.tsx'
import { ConflictChoice } from './ConflictChoice.tsx'
import { setDrafts, useDesk } from './desk.ts'
import { give } from './hand.ts'
import { conflictsOf, draftedOf, setDraft } from './model/drafts.ts'
import { rowOf } from './model/index-board.ts'
import { totalsOfItem } from './model/totals.ts'
import { SharePanel } from './SharePanel.tsx'
import styles from './Board.late.module.css'

/** One item on a small screen: its clubs on boards, a stepper each, and the ways of sharing out. */
export function ItemView({ item, back }: { item: BoardItem; back: string }) {
  const index = useDesk((desk) => desk.index)
  const drafts = useDesk((desk) => desk.drafts)
  const refused = useDesk((desk) => desk.refused.get(item._id))
  const shared = useMemo(() => [item], [item])
  if (!index) return null
  const row = rowOf(index, item._id)
  const { left, asked, given, short } = totalsOfItem(item, row.values(), drafts)
  const numbers = [
    ['On shelf', left],
    ['Asked', asked],
    ['Given', given],
    ['Short', short],
  ] as const
  return (
    <div className={styles.ItemView}>
      <Link href={back} className={styles.Back}>
        <Icon name="left" size="small" />
        All items
      </Link>
      <h1 className="heading">{item.itemName}</h1>
      <dl className={styles.Numbers}>
        {numbers.map(([word, value]) => (
          <div key={word}>
            <dt>{word}</dt>
            <dd data-bad={value < 0 || (word === 'Short' && value > 0) || undefined}>
              {grouped(value).replace('-', '−')}
            </dd>
          </div>
        ))}
      </dl>
      {refused && (
        <p className={styles.State} data-bad="">
          {refused.words}
        </p>
      )}
      <SharePanel key={item._id} items={shared} title={item.itemName} />
      <ul className={styles.Clubs}>
        {index.clubs.map((club) => {
          const line = row.get(club.user_id)
          return (
            line && <ClubLine key={line._id} club={club} line={line} itemName={item.itemName} />
          )
        })}
      </ul>
    </div>
  )
}

type ClubLineProps = { club: BoardClub; line: BoardLine; itemName: string }

function ClubLine({ club, line, itemName }: ClubLineProps) {
  const draft = useDesk((desk) => desk.drafts[line._id])
  const now = draftedOf(line, draft)
  const label = `${itemName} for ${club.clubName}`
  return (
    <li>
      <b>{club.clubName}</b>
      <span className={styles.Sub}>
        <span>
          asked <b className="num">{grouped(line.ordered_quantity)}</b>, given{' '}
          <b className="num">{grouped(line.allotted_quantity)}</b>
        </span>
        {draft && <em>not saved</em>}
        <HeldMark line={line} />
      </span>
      {draft && conflictsOf(line, draft).length > 0 ? (
        <ConflictChoice line={line} draft={draft} />
      ) : (
        <>
          <Stepper
            label={`Give ${label}`}
            min={line.delivered_quantity}
            max={limits.sum - 1}
            value={now.given}
            highlight={draft?.given !== undefined}
            onChange={(units) => give(line, units)}
            beside={
              <button
                type="button"
                className={styles.Rest}
                aria-label={`Give all ${line.ordered_quantity} of ${label}`}
                onClick={() => give(line, line.ordered_quantity)}
              >
                = {grouped(line.ordered_quantity)}
              </button>
            }
          />
          <div className={styles.Pair}>
            <InlineSelect
              label={`Status of ${label}`}
              value={now.status}
              options={LINE_STATUS_OPTIONS}
              onChange={(value) => {
                const status = LINE_STATUSES.find((one) => one === value)
                if (status !== undefined)
                  setDrafts(setDraft(useDesk.getState().drafts, line, 'status', status))
              }}
            />
            <InlineText
              label={`Remarks on ${label}`}
              placeholder="Remarks"
              value={now.remarks}
              maxLength={limits.remarksLength}
              onChange={(remarks) =>
                setDrafts(setDraft(useDesk.getState().drafts, line, 'remarks', remarks))
              }
              {...suggestsRemarks}
            />
          </div>
        </>
      )}
    </li>
  )
}
