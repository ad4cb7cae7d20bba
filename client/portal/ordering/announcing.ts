import { counted } from '#src/rules/number-text.ts'
import { ApiError, api, call } from '#client/portal/data/api.ts'
import { write } from '#client/portal/data/live-query.ts'
import { showFailure, showToast } from '#client/portal/ui/toast.ts'

const FAILED = 'Not announced. Check your connection and try again.'

export type Announced = { lines: number; clubs: number }

const sayAnnounced = ({ lines, clubs }: Announced) =>
  showToast(`Announced ${counted(lines, 'decision')} to ${counted(clubs, 'club')}`)

/** True if it was done; else a toast says that it was not. */
async function attempt(send: () => Promise<void>, words = FAILED): Promise<boolean> {
  try {
    await send()
    return true
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    showFailure(words)
    return false
  }
}

export const announce = (userIds: readonly string[], message: string): Promise<boolean> =>
  attempt(async () => {
    sayAnnounced(
      await write(
        call(api.cart.announce.post({ user_ids: [...userIds], message }), { lines: 0, clubs: 0 }),
      ),
    )
  })

export const setHeld = (change: () => Promise<unknown>, held: Announced): Promise<boolean> =>
  attempt(
    async () => {
      await change()
      if (held.lines > 0) sayAnnounced(held)
    },
    held.lines > 0 ? FAILED : 'Not saved. Check your connection and try again.',
  )
