import { useState } from 'react'
import { Icon } from '#client/shared/Icon.tsx'
import { Numbers } from '#client/portal/ui/Numbers.tsx'
import { Spoken } from '#client/portal/ui/Spoken.tsx'
import { useOrdering } from './ordering.ts'
import { bannerWords, spokenMark } from './words.ts'
import styles from './OrderingBanner.module.css'

const percent = (share: number) => `${(share * 100).toFixed(2)}%`

/** What is left, to scale. Everything that it shows is said in words beside it. */
const Rule = ({ share, ticks }: { share: number; ticks: number }) => (
  <svg className={`rule ${styles.Rule}`} width="100%" height="14" aria-hidden="true">
    <rect width="100%" height="14" />
    <rect width={percent(share)} height="14" data-on="" />
    {Array.from({ length: ticks - 1 }, (_, at) => at + 1).map((tick) => (
      <line
        key={tick}
        x1={percent(tick / ticks)}
        x2={percent(tick / ticks)}
        y1={tick % (ticks === 24 ? 6 : 10) === 0 ? 4 : 9}
        y2="14"
        data-on={tick < share * ticks || undefined}
      />
    ))}
  </svg>
)

/** Says the turn, and the last hour, ten minutes and minute. The countdown itself is silent. */
function useSpoken(isOpen: boolean | undefined, left: number | null) {
  const [told, setTold] = useState({ isOpen, left, text: '', turn: 0 })
  if (told.isOpen !== isOpen || told.left !== left) {
    const hasTurned = told.isOpen !== undefined && isOpen === !told.isOpen
    const mark = isOpen && told.left !== null && left !== null ? spokenMark(told.left, left) : null
    const text = hasTurned ? `Ordering is ${isOpen ? 'open' : 'closed'} now.` : mark
    setTold({ isOpen, left, text: text ?? told.text, turn: told.turn + (text === null ? 0 : 1) })
  }
  return told
}

export function OrderingBanner() {
  const shown = useOrdering()
  const { text, turn } = useSpoken(
    shown?.ordering.isOpen,
    shown?.next ? shown.next.at - shown.now : null,
  )
  const words = shown && bannerWords(shown)
  return (
    <>
      <Spoken text={text} turn={turn} />
      {words && (
        <div className={styles.Banner} data-tone={words.tone}>
          <Icon name={words.left ? 'clock' : 'lock'} />
          <div>
            <p className={styles.Main} role={words.left ? 'timer' : undefined}>
              {words.left ? <Numbers in={words.main} /> : words.main}
            </p>
            <p className={styles.Sub}>{words.sub}</p>
            {words.message && <p className={styles.Message}>{words.message}</p>}
          </div>
          {words.left && <Rule {...words.left} />}
        </div>
      )}
    </>
  )
}
