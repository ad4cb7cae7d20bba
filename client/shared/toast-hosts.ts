import { useSyncExternalStore } from 'react'

// Everything outside an open modal dialog is inert: a toast there could be neither read aloud nor pressed. So each dialog has an empty
// live region, and the topmost one shows the toasts.
let hosts: readonly HTMLElement[] = []
const listeners = new Set<() => void>()

const setHosts = (next: readonly HTMLElement[]) => {
  hosts = next
  for (const listener of listeners) listener()
}

/** Puts toasts into `region` until the returned function is called. */
export function hostToasts(region: HTMLElement): () => void {
  setHosts([...hosts, region])
  return () => setHosts(hosts.filter((host) => host !== region))
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The live region of the topmost modal dialog, if one is open. */
export const useToastHost = () =>
  useSyncExternalStore(
    subscribe,
    () => hosts.at(-1) ?? null,
    () => null,
  )
