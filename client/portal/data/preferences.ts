import { queryOptions } from '@tanstack/react-query'
import { api, call } from './api.ts'
import { PREFERENCES } from './samples.ts'

/** What this account has chosen about mails, and how often the portal sends those about orders. */
export const preferences = queryOptions({
  queryKey: ['preferences'],
  queryFn: () => call(api.users.preferences.get(), PREFERENCES),
})
