import { ApiError, api, call } from '#client/portal/api.ts'
import { ordering } from '#client/portal/ordering/ordering.ts'
import { showFailure, showToast } from '#client/portal/ui/toast.ts'
import { clubsText, decisionsText } from '#src/rules/announced.ts'
import { heldList } from './held-list.ts'

const FAILED = 'Not announced. Check your connection and try again.'

const sayAnnounced = (lines: number, clubs: number) =>
  showToast(`Announced ${decisionsText(lines)} to ${clubsText(clubs)}`)

/** True if it was done; else a toast says that it was not. */
async function attempt(write: () => Promise<void>, words = FAILED): Promise<boolean> {
  try {
    await write()
    return true
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    showFailure(words)
    return false
  } finally {
    void heldList.reload()
  }
}

/** Announces to these clubs. */
export const announce = (userIds: readonly string[]): Promise<boolean> =>
  attempt(async () => {
    const { lines, clubs } = await call(api.cart.announce.post({ user_ids: [...userIds] }))
    sayAnnounced(lines, clubs)
  })

/** Shows the switch's new state at once, and the old one again if the server refuses. `held`: how much ending it announces. */
export async function setHeld(held: boolean, ended = { lines: 0, clubs: 0 }): Promise<boolean> {
  ordering.apply((shown) => ({ ...shown, decisionsHeld: held }))
  const isDone = await attempt(
    async () => {
      await call(api.cart['decisions-held'].put({ held }))
      if (ended.lines > 0) sayAnnounced(ended.lines, ended.clubs)
    },
    ended.lines > 0 ? FAILED : 'Not saved. Check your connection and try again.',
  )
  if (!isDone) {
    ordering.apply((shown) => ({ ...shown, decisionsHeld: !held }))
    void ordering.reload()
  }
  return isDone
}
