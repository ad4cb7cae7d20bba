import { api, call } from '#client/portal/data/api.ts'
import { useSaving } from '#client/portal/drafts/use-saving.ts'
import { counted } from '#src/rules/number-text.ts'

/** Some things of a line, who gets them, and for which club. */
type Handed = { _id: string; quantity: number; user_id: string; to: string }

/** Hands things of one club over to one person. The same key may be sent again when no answer came. */
function handOver(handed: readonly Handed[], key: string) {
  const [{ user_id, to } = { user_id: '', to: '' }] = handed
  const lines = handed.map(({ _id, quantity }) => ({ _id, quantity }))
  return call(
    api.cart['hand-over'].post({ user_id, to, lines }, { headers: { 'idempotency-key': key } }),
    { message: '' },
  )
}

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
