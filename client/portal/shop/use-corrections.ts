import { useState } from 'react'
import { api, ApiError, call } from '#client/portal/data/api.ts'
import { write } from '#client/portal/data/live-query.ts'
import { useSession } from '#client/shared/session.ts'
import type { OrderLine } from '#src/contract/records.ts'
import { grouped } from '#src/rules/number-text.ts'

const JUST_NOW_MS = 10_000

/** What a club wants of a line and has not said yet: another number, or with `wanted` null no line at all. `was` is the number that it saw. */
export type Wish = { wanted: number | null; was: number; error: string | null; isBusy: boolean }

/** The corrections of a club's lines: a line asks in its own place, and nothing changes before its second button. */
export function useCorrections() {
  const [wishes, setWishes] = useState<Readonly<Record<string, Wish>>>({})
  const [done, setDone] = useState<{ id: string; words: string } | null>(null)

  const put = (id: string, wish: Wish | null) =>
    setWishes(({ [id]: _before, ...others }) => (wish ? { ...others, [id]: wish } : others))

  async function send({ _id: id, ordered_quantity: was }: OrderLine, wanted: number | null) {
    const isOwn = (row: { _id: string }) => row._id === id
    if (wanted !== null) {
      const body = { ordered_quantity: wanted, was }
      await write(call(api.cart.lines({ lineId: id }).patch(body), { message: '' }), isOwn)
      const words = `You asked for ${grouped(wanted)} instead of ${grouped(was)} just now`
      const next = { id, words }
      setDone(next)
      setTimeout(() => setDone((now) => (now === next ? null : now)), JUST_NOW_MS)
      return
    }
    // A club names its own cart by its own id.
    const cartId = useSession.getState()?.user.id ?? ''
    const line = api.cart['remove-item']({ cartId })({ itemName: id })
    await write(call(line.delete({}, {}), { message: '' }), isOwn)
  }

  return {
    wishes,
    /** For ten seconds, what was just done to a line, in words. */
    doneTo: ({ _id }: OrderLine) => (_id === done?.id ? done.words : undefined),
    want: ({ _id, ordered_quantity: was }: OrderLine, wanted: number | null) =>
      put(_id, wanted === was ? null : { wanted, was, error: null, isBusy: false }),
    keep: (line: OrderLine) => put(line._id, null),
    async confirm(line: OrderLine): Promise<void> {
      const wish = wishes[line._id]
      if (!wish || wish.isBusy) return
      put(line._id, { ...wish, error: null, isBusy: true })
      try {
        await send(line, wish.wanted)
        put(line._id, null)
      } catch (error) {
        put(line._id, { ...wish, isBusy: false, error: errorText(error, line) })
      }
    },
  }
}

function errorText(error: unknown, { ordered_quantity: asked }: OrderLine): string | null {
  // The row shows the present number, and both stand beside each other.
  if (error instanceof ApiError && error.code === 'changed_meanwhile') return null
  const why = error instanceof ApiError ? error.message : 'Something went wrong.'
  return `${why} You still ask for ${grouped(asked)}.`
}
