import { useCallback, useSyncExternalStore } from 'react'

/** One list for each query: to make one takes longer than to ask it. */
const lists = new Map<string, MediaQueryList>()

function listOf(query: string): MediaQueryList {
  const list = lists.get(query) ?? matchMedia(query)
  lists.set(query, list)
  return list
}

/** Whether a media query matches; re-renders when that changes. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const list = listOf(query)
      list.addEventListener('change', onChange)
      return () => list.removeEventListener('change', onChange)
    },
    [query],
  )
  return useSyncExternalStore(
    subscribe,
    () => listOf(query).matches,
    () => false,
  )
}
