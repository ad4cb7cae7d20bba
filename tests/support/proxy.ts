import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findCaddy } from '#scripts/servers.ts'
import { requestAt } from './ask.ts'
import { freePort } from './mongod.ts'
import { whyMissing } from './servers.ts'

export const caddy = findCaddy()
export const whyNoProxy = whyMissing('caddy', caddy)

const CADDYFILE = join(import.meta.dir, '../../Caddyfile')

/** Starts a real Caddy with the repository's own configuration, in front of instances on these ports. */
export async function startProxy(ports: number[]) {
  if (caddy === null) throw new Error('There is no caddy.')
  const port = await freePort()
  const home = mkdtempSync(join(tmpdir(), 'caddy-'))
  const proxy = Bun.spawn([caddy, 'run', '--config', CADDYFILE, '--adapter', 'caddyfile'], {
    env: {
      ...process.env,
      HOME: home,
      XDG_DATA_HOME: home,
      XDG_CONFIG_HOME: home,
      SITE_ADDRESS: `:${port}`,
      UPSTREAMS: ports.map((upstream) => `127.0.0.1:${upstream}`).join(' '),
    },
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'ignore',
  })
  const url = `http://127.0.0.1:${port}`
  const isUp = () =>
    new Promise<boolean>((resolve) => {
      const probe = connect(port, '127.0.0.1', () => resolve(true))
      probe.on('error', () => resolve(false))
      probe.on('connect', () => probe.destroy())
    })
  while (!(await isUp())) {
    if (proxy.exitCode !== null) throw new Error('Caddy has ended.')
    await Bun.sleep(50)
  }
  return {
    url,
    request: requestAt(url),
    async close() {
      proxy.kill('SIGKILL')
      await proxy.exited
      rmSync(home, { recursive: true, force: true })
    },
  }
}
