import { create } from 'zustand'

// Everything outside an open modal dialog is inert: a toast there could be neither read aloud nor pressed. So each dialog has an empty
// live region, and the topmost one shows the toasts. A bar at the foot of a page has one too, so that they stand above it.
const useHosts = create<readonly HTMLElement[]>()(() => [])

export function hostToasts(region: HTMLElement): () => void {
  useHosts.setState((hosts) => [...hosts, region], true)
  return () => useHosts.setState((hosts) => hosts.filter((host) => host !== region), true)
}

/** Where toasts stand: in the topmost modal dialog, else above a bar at the foot that offers a place; `null`: in the corner. */
export const useToastHost = () =>
  useHosts((hosts) => hosts.findLast((host) => host.closest('dialog')) ?? hosts.at(-1) ?? null)
