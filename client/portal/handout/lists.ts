import type { HandoutClub } from '#src/contract/handout.ts'
import { api, readList, unlessAt } from '#client/portal/data/api.ts'
import { liveQuery } from '#client/portal/data/live-query.ts'

/** Who has what that is given and not handed over. */
export const handout = liveQuery<{ clubs: HandoutClub[] }>({
  key: ['handout'],
  topics: ['inventory', 'carts'],
  read: (known) =>
    readList(api.cart.handout.get(unlessAt(known)), {
      clubs: [{ user_id: '', clubName: '', people: [''], lines: [{ _id: '', itemName: '' }] }],
    }),
})
