import type { BoardClub } from '#src/contract/board.ts'
import { nameInLabel } from '#src/rules/club-names.ts'
import styles from './BoardParts.module.css'

type ClubNameProps = { club: Pick<BoardClub, 'clubName' | 'email'> }

/** A club's name, and its address where names are alike: in another look, so that a name cannot look like one with an address. */
export function ClubName({ club: { clubName, email } }: ClubNameProps) {
  const name = nameInLabel(clubName, email)
  if (name === null) return <b>{clubName}</b>
  return (
    <span className={styles.ClubName}>
      <b>{name}</b> ({email})
    </span>
  )
}
