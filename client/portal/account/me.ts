import { api, asNewest, call } from '#client/portal/data/api.ts'
import { liveQuery } from '#client/portal/data/live-query.ts'
import type { Me } from '#src/contract/people.ts'
import type { Topic } from '#src/contract/topics.ts'

let waits = false

/** The person at this page, and their club. While the club waits for approval it is read again with each change of the order: approving moves that. */
export const me = liveQuery<Me>({
  key: ['me'],
  get topics(): Topic[] {
    return waits ? ['orders'] : []
  },
  hasOwnRevision: true,
  async read() {
    const rows = await call(api.users.me.get(), {
      email: '',
      cordName: '',
      mobile: '',
    })
    waits = rows.club?.state === 'waiting'
    return asNewest(rows)
  },
})
