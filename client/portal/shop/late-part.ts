import { create } from 'zustand'

/** A part of the page whose code loads after the page. `load` answers whether the part is there; after a failure the next call tries again. */
export function latePart<T>(fetchCode: () => Promise<T>) {
  const use = create<{ part: T | null; hasFailed: boolean }>()(() => ({
    part: null,
    hasFailed: false,
  }))
  let loading: Promise<boolean> | null = null
  async function fetchPart(): Promise<boolean> {
    use.setState({ hasFailed: false })
    try {
      use.setState({ part: await fetchCode() })
      return true
    } catch {
      loading = null
      use.setState({ hasFailed: true })
      return false
    }
  }
  const load = () => (loading ??= fetchPart())
  return { use, load }
}
