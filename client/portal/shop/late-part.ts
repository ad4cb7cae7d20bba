import { create } from 'zustand'
import { loadPart } from '#client/portal/app/late.tsx'

/**
 * A part of the page whose code loads after the page. `load` is for a press: it says that it waits, and tries again, until the part is there.
 * `prefetch` says nothing.
 */
export function latePart<T>(fetchCode: () => Promise<T>) {
  const use = create<{ part: T | null }>()(() => ({ part: null }))
  const take = (part: T) => use.setState({ part })
  let loading: Promise<void> | null = null
  return {
    use,
    load: () => (loading ??= loadPart(fetchCode).then(take)),
    prefetch: () => void fetchCode().then(take, () => undefined),
  }
}
