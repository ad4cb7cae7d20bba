import { openLocalBus } from '#src/realtime/bus.ts'
import { busContract } from './bus.contract.ts'

busContract('in process', async () => {
  const bus = openLocalBus()
  return { near: bus, far: bus, end: () => bus.close() }
})
