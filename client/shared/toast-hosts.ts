import { useSyncExternalStore } from 'react'

// Everything outside an open modal dialog is inert: a toast there could be neither read aloud nor pressed. So each dialog has an empty
// live region, and the topmost one shows the toasts. A bar at the foot of a page has one too, so that they stand above it.
let hosts: readonly HTMLElement[] = []
const listeners = new Set<() => void>()

const setHosts = (next: readonly HTMLElement[]) => {
  hosts = next
  for (const listener of listeners) listener()
}

export function hostToasts(region: HTMLElement): () => void {
  setHosts([...hosts, region])
  return () => setHosts(hosts.filter((host) => host !== region))
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Where toasts stand: in the topmost modal dialog, else above a bar at the foot that offers a place; `null`: in the corner. */
export const useToastHost = () =>
  useSyncExternalStore(
    subscribe,
    () => hosts.findLast((host) => host.closest('dialog')) ?? hosts.at(-1) ?? null,
    () => null,
  )
