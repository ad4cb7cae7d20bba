import { useSaving } from '#client/portal/drafts/use-saving.ts'
import { counted } from '#src/rules/number-text.ts'
import { type Handed, handOver } from './lists.ts'

const toThings = (handed: readonly Handed[]): string =>
  counted(
    handed.reduce((sum, { quantity }) => sum + quantity, 0),
    'thing',
  )

/** Hands things over, once, however often a try is not answered. */
export const useHandingOver = (onSaved: () => void) =>
  useSaving<Handed, never>({
    name: 'handout-hand-over',
    save: handOver,
    subject: 'hand over',
    toWords: (handed) => `${toThings(handed)} handed over to ${handed[0]?.to}`,
    toUndone: (handed) => `Hand-over undone: ${toThings(handed)}`,
    onSaved,
    onRefused: () => {},
  })
