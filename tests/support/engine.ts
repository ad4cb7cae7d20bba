/** A container engine of the test's own in namespaces of its own, which end with it, and stand-ins for the images of compose.yaml. */
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { BASE_SYSTEM, findCompose, findMongod, findProgram, succeeds } from '#scripts/servers.ts'
import type { Asked } from './ask.ts'
import type { Image } from './containers.ts'
import { descendants } from './processes.ts'
import { type Env, ROOT, run, start } from './program.ts'
import { whyMissing } from './servers.ts'
import { until } from './until.ts'

const NAMESPACES = 'unshare --net --mount --pid --fork --kill-child --mount-proc'.split(' ')
/** An address of the machine. From here a request reaches the published port like one of a visitor. */
export const VISITOR = '198.51.100.1'
/** The mode of a checkout, where the proxy as root without further rights must read its file. */
const READABLE = 0o644

/** Why no engine can be started here; `null` when it can. */
export function whyNoEngine(): string | null {
  const programs = ['dockerd', 'docker', 'ip', 'redis-cli']
  const missing = programs.find((name) => findProgram(name) === null)
  if (missing !== undefined) return whyMissing(missing, null)
  if (findCompose() === null) return whyMissing('docker compose', null)
  return succeeds([...NAMESPACES, 'mount', '-t', 'tmpfs', 'run', '/run'])
    ? null
    : 'this machine allows no namespaces'
}

/** One image with all servers in it: every service names its program. */
async function makeServers(folder: string): Promise<void> {
  await run(['cp', '-a', BASE_SYSTEM, folder])
  const programs = [findMongod(), ...['redis-server', 'redis-cli', 'caddy'].map(findProgram)]
  for (const program of programs) {
    if (program === null) continue
    copyFileSync(program, join(folder, 'usr/bin', basename(program)))
    const { stdout } = Bun.spawnSync(['ldd', program])
    for (const [library] of stdout.toString().matchAll(/(?<=\s)\/\S+/g))
      copyFileSync(library, join(folder, library))
  }
  // the health check of the proxy
  writeFileSync(join(folder, 'usr/bin/nc'), '#!/bin/bash\n: < /dev/tcp/$2/$3\n', { mode: 0o755 })
  mkdirSync(join(folder, 'data/db'), { recursive: true })
}

/** Starts an engine with the portal's image, and a project folder with the repository's compose.yaml. */
export async function startEngine(image: Image) {
  const folder = mkdtempSync(join(tmpdir(), 'engine-'))
  const at = (...names: string[]) => join(folder, ...names)
  const project = at('project')
  mkdirSync(at('config/cli-plugins'), { recursive: true })
  mkdirSync(project)
  const env: Env = { DOCKER_HOST: `unix://${at('docker.sock')}` }
  const [plugin = '', ...words] = findCompose() ?? []
  if (words.length === 0) {
    symlinkSync(plugin, at('config/cli-plugins/docker-compose'))
    env['DOCKER_CONFIG'] = at('config')
  }

  // The stand-ins have no digests.
  const compose = readFileSync(join(ROOT, 'compose.yaml'), 'utf8').replaceAll(
    /@sha256:[0-9a-f]{64}/g,
    '',
  )
  writeFileSync(join(project, 'compose.yaml'), compose, { mode: READABLE })
  copyFileSync(join(ROOT, 'Caddyfile'), join(project, 'Caddyfile'))

  // An empty /run: with the containerd or dbus of this machine, containers would leave the namespaces.
  const dockerd = `PATH=$PATH:/usr/sbin
    mount -t tmpfs run /run && ip link set lo up && ip address add ${VISITOR} dev lo &&
    exec dockerd --host ${env['DOCKER_HOST']} --exec-opt native.cgroupdriver=cgroupfs \
      --data-root ${at('data')} --exec-root ${at('exec')} --pidfile ${at('pid')}`
  const engine = start([...NAMESPACES, 'sh', '-c', dockerd])
  const inside = () => {
    const pid = descendants(engine.child.pid).find(({ name }) => name === 'dockerd')?.pid
    return ['nsenter', '--net', '--target', String(pid)]
  }
  async function close() {
    // The control groups of containers that are killed with the engine would stay.
    await sh('docker ps --all --quiet | xargs -r docker rm --force').catch(() => '')
    engine.child.kill('SIGKILL')
    await engine.child.exited
    await run(['rm', '-rf', '--one-file-system', folder])
  }

  /** Runs a line of shell in the project folder. Answers what it printed; throws if a command of it fails. */
  async function sh(text: string): Promise<string> {
    const { code, out, err } = await run(['sh', '-ec', text], env, { cwd: project })
    if (code !== 0) throw new Error(`${text}\n${(out + err).slice(-4_000)}`)
    return out
  }

  try {
    await until('the engine answers', () => {
      if (engine.child.exitCode !== null) throw new Error(engine.printed().slice(-4_000))
      return succeeds(['docker', 'version'], env)
    })
    await makeServers(at('servers'))
    await sh(`chmod 1777 ${at('servers/tmp')}; chown 999:999 ${at('servers/data/db')}
      tar -C ${at('servers')} -c . | docker import --change 'ENV XDG_CONFIG_HOME=/config XDG_DATA_HOME=/data' \
        --change 'CMD ["caddy", "run", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"]' - servers`)
    for (const [, name] of compose.matchAll(/image: ((?:caddy|mongo|redis):\S+)/g))
      await sh(`docker tag servers ${name}`)
    await image.save(at('portal.tar'), 'adp-portal:latest')
    await sh(`docker load --input ${at('portal.tar')}`)
    rmSync(at('servers'), { recursive: true })
  } catch (error) {
    await close()
    throw error
  }

  return {
    sh,
    close,
    /** Asks the published port as a visitor with the address `VISITOR`. */
    async ask<Body = Record<string, string>>(method: string, path: string, asked: Asked = {}) {
      const code = `import { ask } from '${join(ROOT, 'tests/support/ask.ts')}'
        const { headers, ...answer } = await ask(...JSON.parse(process.env.ASKED))
        console.log(JSON.stringify({ ...answer, retryAfter: headers.get('retry-after') }))`
      const ASKED = JSON.stringify([`http://${VISITOR}:8080`, method, path, asked])
      const { out, err } = await run([...inside(), process.execPath, '-e', code], { ASKED })
      if (out === '') throw new Error(err)
      return JSON.parse(out) as { status: number; body: Body; retryAfter: string | null }
    },
  }
}
