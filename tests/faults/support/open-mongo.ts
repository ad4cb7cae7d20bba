/** Opens the store at `MONGODB_URL` like a starting server, prints its epoch, and closes it. */
import { createLogger } from '#src/monitoring/log.ts'
import { openMongoStore } from '#src/store/mongo.ts'

const url = process.env.MONGODB_URL ?? ''
const store = await openMongoStore({ url, waitSeconds: 10, log: createLogger('silent') })
console.log(store.epoch)
await store.close()
