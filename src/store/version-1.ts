import { nameKey } from '#src/rules/names.ts'
import { openNamesakes } from './shared/namesakes.ts'
import type { Kind, Rows } from './transfer.ts'
import type { BatchOf2 } from './version-2.ts'
import type { BatchOf4, RowsOf4 } from './version-4.ts'

/** The rows of an archive of version 1 that differ from the present ones. */
type RowsOf1 = {
  ordering: { isConfirmDisabled: boolean }
  items: Omit<Rows['items'], 'isNamesake'>
  lines: Omit<Rows['lines'], 'isNamesake' | 'announced'>
  codes: Omit<Rows['codes'], 'clientKind'> & { tries: number }
  mails: {
    id: string
    codeId: string
    state: 'waiting' | 'held' | 'sent'
    attempts: number
    dueAt: number
  }
}
export type BatchOf1 =
  | { [K in keyof RowsOf1]: { kind: K; rows: RowsOf1[K][] } }[keyof RowsOf1]
  | Extract<BatchOf2, { kind: 'movements' }>
  | Extract<BatchOf4, { kind: Exclude<Kind, keyof RowsOf1 | 'portal' | 'codeTries' | 'entries'> }>

/** The key by which version 1 compared names. */
const keyOf1 = (name: string): string =>
  name.trim().normalize('NFC').toLowerCase().toUpperCase().toLowerCase().normalize('NFC')

/**
 * Upgrades the batches of version 1 in their order, as the migration of a store does: tries count for the network that requested the code,
 * and a withheld mail is given up.
 */
export function openUpgradeTo2(): (batch: BatchOf1) => BatchOf2[] {
  const isItemNamesake = openNamesakes()
  const isLineNamesake = openNamesakes()
  const codes = new Map<string, Pick<Rows['codes'], 'email' | 'requestedAt'>>()

  const isNamesake = ({ cartId, ownName, deleted }: RowsOf1['lines']): boolean =>
    ownName !== null &&
    deleted === null &&
    isLineNamesake(`${cartId} ${nameKey(ownName)}`, keyOf1(ownName))

  const triesOf = ({ id, email, client, tries, ...code }: RowsOf1['codes']): Rows['codeTries'][] =>
    Array.from({ length: tries }, () => ({
      codeId: id,
      email,
      clientKind: 'network',
      client,
      at: code.armedAt ?? code.requestedAt,
    }))

  function toCode(row: RowsOf1['codes']): Rows['codes'] {
    const { tries: _, ...code } = row
    return { ...code, clientKind: 'network' }
  }

  /** A mail without its code breaks a rule; the target reports it. */
  function toMail({ id, codeId, state, attempts, dueAt }: RowsOf1['mails']): RowsOf4['mails'] {
    const { email: to, requestedAt: queuedAt } = codes.get(codeId) ?? { email: '', requestedAt: 0 }
    const isHeld = state === 'held'
    return {
      id,
      to,
      purpose: 'reset',
      codeId,
      deliver: !isHeld,
      state: isHeld ? 'given_up' : state,
      attempts,
      queuedAt,
      dueAt,
    }
  }

  return (batch) => {
    switch (batch.kind) {
      case 'ordering':
        return [
          {
            kind: 'portal',
            rows: batch.rows.map((row) => ({ installation: crypto.randomUUID(), ...row })),
          },
        ]
      case 'items':
        return [
          {
            kind: 'items',
            rows: batch.rows.map((row) => ({
              ...row,
              isNamesake: isItemNamesake(nameKey(row.name), keyOf1(row.name)),
            })),
          },
        ]
      case 'lines':
        return [
          {
            kind: 'lines',
            rows: batch.rows.map((row) => ({ ...row, isNamesake: isNamesake(row) })),
          },
        ]
      case 'codes':
        for (const { id, email, requestedAt } of batch.rows) codes.set(id, { email, requestedAt })
        return [
          {
            kind: 'codes',
            rows: batch.rows.map(toCode),
          },
          { kind: 'codeTries', rows: batch.rows.flatMap(triesOf) },
        ]
      case 'mails':
        return [{ kind: 'mails', rows: batch.rows.map(toMail) }]
      default:
        return [batch]
    }
  }
}
