/** The deadlines that the product promises. Most of a test's time is waiting, so they wait together. */
import { expect, test } from 'bun:test'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { codeLetter } from '#src/mail/letters.ts'
import { openMailer } from '#src/mail/mailer.ts'
import { createLogger } from '#src/monitoring/log.ts'
import { startAccounts } from '#tests/support/accounts.ts'
import { createInstance, missingServer, startCluster } from '#tests/support/cluster.ts'
import { startReplicaSet } from '#tests/support/mongod.ts'
import { describeWith } from '#tests/support/servers.ts'
import { times } from '#tests/support/stores.ts'
import { until } from '#tests/support/until.ts'

const BLOCK = join(import.meta.dir, 'support/block-on-signal.ts')

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return (performance.now() - begun) / 1000
}

test.concurrent('asking for a code answers within 10 s when the mail server is slow', async () => {
  const portal = await startAccounts()
  portal.smtp.mode = 'crawl'
  const body = { email: 'club@campus.example' }
  const seconds = await secondsOf(async () => {
    expect((await portal.call('POST', '/users/request-code', body)).status).toBe(503)
  })
  expect(seconds).toBeLessThan(10)
  expect(portal.smtp.mails).toHaveLength(0)
  await portal.close()
})

test.concurrent(
  'a mail server that greets late and then stops answering delays a mail for less than ten seconds',
  async () => {
    const slow = createServer((socket) => {
      const timer = setTimeout(() => socket.write('220 slow.example\r\n'), 5_000)
      socket.on('error', () => {})
      socket.on('close', () => clearTimeout(timer))
    })
    await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', () => resolve()))
    const { port } = slow.address() as { port: number }
    const seconds = await secondsOf(async () => {
      const deliveries = [true, false].map((deliver) =>
        openMailer(
          { kind: 'smtp', url: `smtp://127.0.0.1:${port}`, from: 'portal@adp.example', tls: 'off' },
          { dataDir: tmpdir(), log: createLogger('silent') },
        ).send(codeLetter('club@campus.example', 'register', '482916'), { deliver }),
      )
      expect(await Promise.all(deliveries)).toEqual(['failed', 'failed'])
    })
    expect(seconds).toBeLessThan(10)
    slow.close()
  },
)

test.concurrent('a server whose event loop is blocked ends after 8 to 13 s', async () => {
  const instance = await createInstance({ BUN_OPTIONS: `--preload ${BLOCK}`, DEMO: 'off' })
  await instance.start()
  const seconds = await secondsOf(async () => {
    process.kill(instance.pid(), 'SIGUSR2')
    await instance.exited()
  })
  expect(seconds).toBeWithin(8, 13)
  await instance.remove()
})

describeWith('with MongoDB', missingServer, () => {
  test.concurrent('an instance that is asked to stop ends within 15 s', async () => {
    const cluster = await startCluster({ instances: 1, env: { TRUST_PROXY: '1' } })
    expect((await cluster.at(0).stop()).seconds).toBeLessThan(15)
    await cluster.close()
  })

  test.concurrent('every request is answered within 10 s after MongoDB has died', async () => {
    const set = await startReplicaSet()
    const cluster = await startCluster({ instances: 1, set })
    const { addItem } = cluster.room()
    await addItem()
    const early = times(10, () => secondsOf(() => addItem()))
    await set.kill(await set.primary())
    const late = times(10, () => secondsOf(() => addItem()))
    expect(Math.max(...(await Promise.all([...early, ...late])))).toBeLessThan(10)
    await cluster.close()
    await set.close()
  })

  test.concurrent('the documents of a killed instance are free within 30 s', async () => {
    const cluster = await startCluster({ instances: 1 })
    const room = cluster.room()
    const { _id, rev } = await room.addItem()
    const left = await cluster.leaveTransaction('items', _id)
    const body = { rev, itemName: 'Left behind, found' }
    const seconds = await secondsOf(() =>
      until('the item is free', async () => {
        const { status } = await room.ask('PATCH', `/inventorys/inventory/${_id}`, body)
        return status === 200
      }),
    )
    expect(seconds).toBeLessThan(30)
    await left.close()
    await cluster.close()
  })
})
