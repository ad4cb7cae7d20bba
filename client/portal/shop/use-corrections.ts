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
  const [wishes, setWishes] = useState<ReadonlyMap<string, Wish>>(new Map())
  const [done, setDone] = useState<ReadonlyMap<string, string>>(new Map())

  function put(id: string, wish: Wish | null) {
    setWishes((before) => {
      const after = new Map(before)
      if (wish) after.set(id, wish)
      else after.delete(id)
      return after
    })
  }
  function say(id: string, words: string) {
    setDone((before) => new Map(before).set(id, words))
    setTimeout(
      () =>
        setDone(
          (before) => new Map([...before].filter(([key, text]) => key !== id || text !== words)),
        ),
      JUST_NOW_MS,
    )
  }

  async function send(line: OrderLine, { wanted }: Wish): Promise<void> {
    const { _id: id, ordered_quantity: was } = line
    const isOwn = (row: { _id: string }) => row._id === id
    if (wanted !== null) {
      const body = { ordered_quantity: wanted, was }
      await write(call(api.cart.lines({ lineId: id }).patch(body), { message: '' }), isOwn)
      say(id, `You asked for ${grouped(wanted)} instead of ${grouped(was)} just now`)
      return
    }
    // A club names its own cart by its own id.
    const cartId = useSession.getState()?.user.id ?? ''
    await write(
      call(api.cart['remove-item']({ cartId })({ itemName: id }).delete({}, {}), { message: '' }),
      isOwn,
    )
  }

  return {
    wishes,
    /** By line, for ten seconds: what was just done. */
    done,
    want: (line: OrderLine, wanted: number | null) =>
      put(
        line._id,
        wanted === line.ordered_quantity
          ? null
          : { wanted, was: line.ordered_quantity, error: null, isBusy: false },
      ),
    keep: (line: OrderLine) => put(line._id, null),
    async confirm(line: OrderLine): Promise<void> {
      const wish = wishes.get(line._id)
      if (!wish || wish.isBusy) return
      put(line._id, { ...wish, error: null, isBusy: true })
      try {
        await send(line, wish)
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
