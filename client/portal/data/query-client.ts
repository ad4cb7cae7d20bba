import { notifyManager, QueryClient } from '@tanstack/react-query'

// A write answers after its lists were read: what is then done must find the rows on the screen, which a timer would draw later.
notifyManager.setScheduler(queueMicrotask)

/** A read goes out also when the browser believes that there is no network; `createLiveQueries` decides when one is repeated. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        gcTime: Infinity,
      },
      mutations: { networkMode: 'always' },
    },
  })

export const queryClient = createQueryClient()
