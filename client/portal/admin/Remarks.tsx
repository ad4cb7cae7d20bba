import { create } from 'zustand'
import { api, ApiError, call } from '#client/portal/api.ts'

/** Empty until a field asks for them. */
const useRemarks = create<{ texts: readonly string[] }>()(() => ({ texts: [] }))
let isAsked = false

/** Reads the remarks and reasons used most of late, unless they are known. */
async function loadRemarks(): Promise<void> {
  if (isAsked) return
  isAsked = true
  try {
    useRemarks.setState({ texts: await call(api.cart.remarks.get()) }, true)
  } catch (error) {
    // A field works without suggestions, and the next focus asks again.
    isAsked = false
    if (!(error instanceof ApiError)) throw error
  }
}

/** Lets the next focus read the remarks again, because a save may have added one. */
export function forgetRemarks(): void {
  isAsked = false
}

const ID = 'remarks'

/** Makes an input offer the remarks and reasons used most of late, from its first focus on. */
export const suggestsRemarks = { list: ID, onFocus: () => void loadRemarks() }

/** What `suggestsRemarks` offers; one on each screen of an administrator. */
export function Remarks() {
  return (
    <datalist id={ID}>
      {useRemarks().texts.map((text) => (
        <option key={text}>{text}</option>
      ))}
    </datalist>
  )
}
