import { expect, test } from 'bun:test'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { codeLetter } from '#src/mail/letters.ts'
import { openMailer } from '#src/mail/mailer.ts'
import { createLogger } from '#src/monitoring/log.ts'

test('a mail server that greets late and then stops answering delays a mail for less than ten seconds', async () => {
  const slow = createServer((socket) => {
    const timer = setTimeout(() => socket.write('220 slow.example\r\n'), 5_000)
    socket.on('error', () => {})
    socket.on('close', () => clearTimeout(timer))
  })
  await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', () => resolve()))
  const { port } = slow.address() as { port: number }
  const begun = performance.now()
  const deliveries = [true, false].map((deliver) =>
    openMailer(
      { kind: 'smtp', url: `smtp://127.0.0.1:${port}`, from: 'portal@adp.example', tls: 'off' },
      { dataDir: tmpdir(), log: createLogger('silent') },
    ).send(codeLetter('club@campus.example', 'register', '482916'), { deliver }),
  )
  expect(await Promise.all(deliveries)).toEqual(['failed', 'failed'])
  expect(performance.now() - begun).toBeLessThan(10_000)
  slow.close()
}, 30_000)
