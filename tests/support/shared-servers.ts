import { mongod, startReplicaSet } from './mongod.ts'
import { redisServer, startRedis } from './redis.ts'

/**
 * One mongod and one Redis for all files of a run, as far as this machine has them. `env` tells the tests where they are. They end with
 * this process at the latest.
 */
export async function startSharedServers() {
  const [set, redis] = await Promise.all([
    mongod === null ? null : startReplicaSet(),
    redisServer === null ? null : startRedis(),
  ])
  process.on('exit', () => {
    for (const member of set?.members ?? []) member.process.kill('SIGKILL')
    void redis?.kill()
  })
  return {
    env: {
      ...(set && { TEST_MONGODB: set.hosts }),
      ...(redis && { TEST_REDIS: redis.url }),
    },
    close: () => Promise.all([set?.close(), redis?.close()]),
  }
}
