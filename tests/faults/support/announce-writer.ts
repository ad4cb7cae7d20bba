/** Holds all lines of the store ahead and announces them, again and again, until it is killed. Says when each announcement begins. */
import { openAt, placeOf } from './writer.ts'

const store = await openAt(placeOf(process.env))

const by = { actorId: 'an administrator', now: Date.now() }
const lines = (await store.orders.listCustomLines()).rows
await store.ordering.hold(true, by.actorId, by.now)
for (let round = 0; ; round++) {
  // A call names 5,000 rows at most.
  for (let start = 0; start < lines.length; start += 3_000)
    await store.orders.allot({
      ...by,
      decisions: lines
        .slice(start, start + 3_000)
        .map(({ _id: id }) => ({ _id: id, remarks: `${process.pid} ${round}` })),
      toAnswer: () => '',
    })
  await Bun.write(Bun.stdout, 'announcing\n')
  await store.orders.announce(by)
  await Bun.write(Bun.stdout, 'announced\n')
}
