import type { ReactNode } from 'react'
import { departmentName } from '#client/content/links.ts'
import { Unit } from '#client/portal/ui/Unit.tsx'
import type { HandoutClub } from '#src/contract/handout.ts'
import { clockText, shortDayText } from '#src/rules/day-text.ts'
import { counted, grouped } from '#src/rules/number-text.ts'
import {
  byName,
  countThings,
  groupByPlace,
  isReady,
  isToPack,
  leftOf,
  type PackLine,
  placeWords,
} from './model.ts'
import styles from './Paper.module.css'

type HeadProps = { title: string; at: Date; children: ReactNode }

const Head = ({ title, at, children }: HeadProps) => (
  <header>
    <div>
      <h1>{title}</h1>
      <p>{children}</p>
    </div>
    <p>
      {departmentName}
      <br />
      {shortDayText(at, at)}, {clockText(at)}
    </p>
  </header>
)

const Box = () => <i aria-hidden="true" />

/** The packing list for paper: a table for each place, which repeats its head on the next sheet. */
export function PrintedPacking({ lines, at }: { lines: PackLine[]; at: Date }) {
  return (
    <div className={styles.Paper}>
      <Head title="Packing list" at={at}>
        {counted(lines.length, 'line')} to pack, by place
      </Head>
      {groupByPlace(lines).map(({ place, items }) => (
        <table key={place} className={styles.Place}>
          <thead>
            <tr>
              <th scope="colgroup" colSpan={4}>
                <span>{placeWords(place)}</span>
              </th>
            </tr>
          </thead>
          {items.map(({ key, itemName, unit, lines: wanted }) => (
            <tbody key={key}>
              {wanted.map((line, at) => (
                <tr key={line._id}>
                  {at === 0 && (
                    <th scope="rowgroup" rowSpan={wanted.length}>
                      {itemName} <Unit of={unit} />
                    </th>
                  )}
                  <td>
                    <Box />
                  </td>
                  <td>{grouped(leftOf(line))}</td>
                  <td>{line.clubName}</td>
                </tr>
              ))}
            </tbody>
          ))}
        </table>
      ))}
    </div>
  )
}

/** One page for each club: a box a line, and room to sign for what was received. */
export function PrintedClubs({ clubs, at }: { clubs: HandoutClub[]; at: Date }) {
  return (
    <div className={styles.Paper}>
      {clubs.map((club) => {
        const lines = club.lines.toSorted((a, b) => byName(a.itemName, b.itemName))
        const ready = lines.filter(isReady)
        const toPack = lines.filter(isToPack)
        return (
          <article key={club.user_id} className={styles.Club}>
            <Head title={club.clubName} at={at}>
              {counted(countThings(ready), 'thing')} ready. People: {club.people.join(', ')}
            </Head>
            <table>
              <thead>
                <tr>
                  <th scope="col">
                    <span className="sr">Handed over</span>
                  </th>
                  <th scope="col">Ready</th>
                  <th scope="col">Item</th>
                  <th scope="col">Place</th>
                </tr>
              </thead>
              <tbody>
                {ready.map((line) => (
                  <tr key={line._id}>
                    <td>
                      <Box />
                    </td>
                    <td>{grouped(leftOf(line))}</td>
                    <td>
                      <b>{line.itemName}</b> <Unit of={line.unit} />
                      {line.delivered_quantity > 0 && (
                        <small>
                          <br />
                          {grouped(line.delivered_quantity)} of {grouped(line.allotted_quantity)}{' '}
                          handed over
                        </small>
                      )}
                    </td>
                    <td>{placeWords(line.place)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
            {toPack.length > 0 && (
              <p>
                <b>Still to pack:</b>{' '}
                {toPack.map((line) => `${grouped(leftOf(line))} ${line.itemName}`).join(', ')}
              </p>
            )}
            <footer>
              {['Received by', 'Signature', 'Date, time', 'Handed out by'].map((word) => (
                <span key={word}>{word}</span>
              ))}
            </footer>
          </article>
        )
      })}
    </div>
  )
}
