import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, call } from '#client/portal/data/api.ts'
import { attempt } from '#client/portal/data/attempt.ts'
import { write } from '#client/portal/data/live-query.ts'
import { preferences } from '#client/portal/data/preferences.ts'
import { ConfirmDialog } from '#client/portal/ui/ConfirmDialog.tsx'
import { MessageField } from '#client/portal/ui/MessageField.tsx'
import { limits } from '#src/contract/limits.ts'
import { Checkbox } from '#client/portal/ui/Checkbox.tsx'
import { showToast } from '#client/portal/ui/toast.ts'
import { useBusy } from '#client/portal/ui/use-busy.ts'
import { cx } from '#client/shared/cx.ts'
import { announcedText, changeText } from '#src/rules/announced.ts'
import { labelOf } from '#src/rules/club-names.ts'
import { counted, grouped } from '#src/rules/number-text.ts'
import { countLines, type HeldRow, NOT_ANNOUNCED } from './held-list.ts'
import styles from './AnnounceDialog.module.css'

type Props = { of: readonly HeldRow[]; onClose: () => void }

function Preview({ club }: { club: HeldRow }) {
  return (
    <ul
      className={cx('hint', styles.Preview)}
      aria-label={`What ${labelOf(club.clubName, club.email)} will read`}
    >
      {club.lines.map((line) => (
        <li key={line._id}>
          <b>
            <bdi>{line.itemName}</bdi>
          </b>{' '}
          {changeText(line.announced, line)}
        </li>
      ))}
    </ul>
  )
}

export function AnnounceDialog({ of: clubs, onClose }: Props) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [busy, run] = useBusy()
  const [message, setMessage] = useState('')
  const isTooLong = message.length > limits.announcementLength
  const chosen = clubs.filter(({ _id }) => !left.has(_id))
  const lines = countLines(chosen)
  const { data: known } = useQuery(preferences)
  const sendsMails = known !== undefined && known.digestMinutes > 0

  const toggle = (id: string) => setLeft(left.symmetricDifference(new Set([id])))
  async function handleAnnounce() {
    const body = { user_ids: chosen.map(({ _id }) => _id), message: message.trim() }
    const isDone = await attempt(
      async () => {
        const told = await write(call(api.cart.announce.post(body), { lines: 0, clubs: 0 }))
        showToast(announcedText(told))
      },
      () => NOT_ANNOUNCED,
    )
    if (isDone) onClose()
  }

  return (
    <ConfirmDialog
      title={`Announce ${counted(countLines(clubs), 'decision')}?`}
      confirmLabel={`Announce ${grouped(lines)} to ${counted(chosen.length, 'club')}`}
      busy={busy}
      disabled={chosen.length === 0 || isTooLong}
      place="wide"
      onConfirm={() => void run(handleAnnounce)}
      onCancel={onClose}
    >
      <div className="fields">
        <p>
          All these clubs see them in the same moment{sendsMails && ', and each gets one mail'}.
          This cannot be taken back.
        </p>
        <MessageField
          label="Message to these clubs"
          hint="They read it on their page and at the top of the mail."
          most={limits.announcementLength}
          value={message}
          onChange={setMessage}
        />
      </div>
      <ul className={styles.Picks}>
        {clubs.map((club) => (
          <li key={club._id}>
            <Checkbox
              checked={!left.has(club._id)}
              onChange={() => toggle(club._id)}
              label={
                <span className={styles.Name}>
                  <bdi>{club.clubName}</bdi> <span className="hint">{club.email}</span>{' '}
                  <b className="num">{grouped(club.lines.length)}</b>
                </span>
              }
            />
            <Preview club={club} />
          </li>
        ))}
      </ul>
    </ConfirmDialog>
  )
}
