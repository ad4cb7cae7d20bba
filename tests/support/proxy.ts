import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { APACHE_MODULES, findApache, findProgram } from '#scripts/servers.ts'
import { requestAt } from './ask.ts'
import { freePort } from './mongod.ts'
import { whyMissing } from './servers.ts'

export const caddy = findProgram('caddy')
const apache = findApache()
export const whyNoProxy = whyMissing('caddy', caddy)

const CADDYFILE = join(import.meta.dir, '../../Caddyfile')

/** Starts a program that serves on `port`, with a folder of its own. */
async function start(
  program: string | null,
  port: number,
  argumentsIn: (home: string) => string[],
  env: Record<string, string> = {},
) {
  if (program === null) throw new Error('The proxy is not installed.')
  const home = mkdtempSync(join(tmpdir(), 'proxy-'))
  const proxy = Bun.spawn([program, ...argumentsIn(home)], {
    env: { ...process.env, HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home, ...env },
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
    if (proxy.exitCode !== null) throw new Error('The proxy has ended.')
    await Bun.sleep(50)
  }
  return {
    url,
    request: requestAt(url),
    async close() {
      proxy.kill('SIGTERM')
      await proxy.exited
      rmSync(home, { recursive: true, force: true })
    },
  }
}

/** Starts a real Caddy with the repository's own configuration, in front of instances on these ports. */
export async function startProxy(ports: number[]) {
  const port = await freePort()
  return start(caddy, port, () => ['run', '--config', CADDYFILE, '--adapter', 'caddyfile'], {
    SITE_ADDRESS: `:${port}`,
    UPSTREAMS: ports.map((upstream) => `127.0.0.1:${upstream}`).join(' '),
  })
}

const toCaddyfile = (port: number, upstream: number) => `{
	admin off
}
:${port} {
	encode zstd gzip
	reverse_proxy 127.0.0.1:${upstream}
}
`

const toApacheConfig = (port: number, upstream: number, home: string) => `
ServerRoot ${home}
PidFile ${home}/pid
ErrorLog ${home}/error.log
ServerName localhost
Listen 127.0.0.1:${port}
${['mpm_event', 'authz_core', 'filter', 'deflate', 'proxy', 'proxy_http', 'proxy_wstunnel']
  .map((name) => `LoadModule ${name}_module ${APACHE_MODULES}/mod_${name}.so`)
  .join('\n')}
AddOutputFilterByType DEFLATE text/html text/css text/javascript application/json
ProxyPass /live ws://127.0.0.1:${upstream}/live
ProxyPass / http://127.0.0.1:${upstream}/
ProxyPassReverse / http://127.0.0.1:${upstream}/
`

/** Proxies that compress what they pass on, as somebody who runs the portal sets them up; each starts in front of one instance. */
export const COMPRESSING: {
  name: string
  why: string | null
  start: (port: number, upstream: number) => ReturnType<typeof start>
}[] = [
  {
    name: 'Apache with mod_deflate',
    why: whyMissing('apache2', apache),
    start: (port, upstream) =>
      start(apache, port, (home) => {
        const file = join(home, 'apache.conf')
        writeFileSync(file, toApacheConfig(port, upstream, home))
        return ['-f', file, '-D', 'FOREGROUND']
      }),
  },
  {
    name: 'Caddy with encode',
    why: whyNoProxy,
    start: (port, upstream) =>
      start(caddy, port, (home) => {
        const file = join(home, 'Caddyfile')
        writeFileSync(file, toCaddyfile(port, upstream))
        return ['run', '--config', file, '--adapter', 'caddyfile']
      }),
  },
]
