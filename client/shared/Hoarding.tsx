import { cx } from './cx.ts'
import type { HoardingLine } from './hoarding-line.ts'
import styles from './Hoarding.module.css'

type HoardingProps = {
  lines: readonly HoardingLine[]
  level?: 1 | 2 | 3
  /** Words on a board that are no heading. */
  as?: 'span'
  id?: string
  className?: string
}

/** A heading set as a sign painter sets it: each line fills the measure by the width axis of one face. How far a
 *  line runs is measured beforehand, by scripts/art/measure-hoardings.ts. */
export function Hoarding({ lines, level = 2, as, id, className }: HoardingProps) {
  const Heading = as ?? (`h${level}` as const)
  return (
    <Heading id={id} className={cx(styles.Hoarding, className)}>
      {lines.map((line) => (
        <span
          key={line.id}
          className={cx(styles.Line, `fit-${line.id}`)}
          data-as-written={line.asWritten || undefined}
        >
          {line.parts
            ? line.parts.map((part, index) => (
                <span key={part.text} className={cx(styles.Part, `fit-${line.id}-${index}`)}>
                  {painted(part.text)}
                </span>
              ))
            : painted(line.text)}
        </span>
      ))}
    </Heading>
  )
}

// A comma hangs below the line, where the next line stands; the space is for those who hear the heading.
const painted = (text: string) => {
  const [first, ...others] = text.split(',')
  return (
    <>
      {first}
      {others.map((other) => (
        <span key={other}>
          <span className={styles.Comma}>,</span>
          {other}
        </span>
      ))}{' '}
    </>
  )
}
