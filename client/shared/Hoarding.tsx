import { cx } from './cx.ts'
import { classOf, type HoardingLine } from './hoarding-line.ts'
import styles from './Hoarding.module.css'

type HoardingProps = {
  lines: readonly HoardingLine[]
  level?: 1 | 2 | 3
  as?: 'span'
  id?: string
}

/** A heading whose lines each fill the width, by the width axis of the font. */
export function Hoarding({ lines, level = 2, as, id }: HoardingProps) {
  const Heading = as ?? (`h${level}` as const)
  return (
    <Heading id={id} className={styles.Hoarding}>
      {lines.map((line) => (
        <span
          key={line.text}
          className={cx(styles.Line, classOf(line.fit))}
          data-as-written={line.asWritten || undefined}
        >
          {line.parts
            ? line.parts.map(({ text, fit }) => (
                <span key={text} className={cx(styles.Part, classOf(fit))}>
                  {painted(text)}
                </span>
              ))
            : painted(line.text)}
        </span>
      ))}
    </Heading>
  )
}

// A comma hangs into the next line, so it is styled on its own. The space separates the words for screen readers.
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
