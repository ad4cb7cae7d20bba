import { api, asNewest, call } from '#client/portal/data/api.ts'
import { liveQuery } from '#client/portal/data/live-query.ts'
import type { Me } from '#src/contract/people.ts'
import type { Topic } from '#src/contract/topics.ts'

let clubWaits = false

/** The signed-in person and their club. While the club waits for approval, each change of the topic `orders` reads both again, because approving moves it. */
export const me = liveQuery<Me>({
  key: ['me'],
  get topics(): Topic[] {
    return clubWaits ? ['orders'] : []
  },
  hasOwnRevision: true,
  async read() {
    const rows = await call(api.users.me.get(), {
      email: '',
      cordName: '',
      mobile: '',
    })
    clubWaits = rows.club?.state === 'waiting'
    return asNewest(rows)
  },
})
