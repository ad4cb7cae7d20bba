/** Builds and runs the container files without a container engine. */
import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BASE_SYSTEM, findProgram } from '#scripts/servers.ts'
import { whyMissing } from './servers.ts'

const ROOT = join(import.meta.dir, '../..')
const IMAGE = 'localhost/portal-under-test'
const CERTIFICATES = '/etc/ssl/certs'

/** Why an image cannot be built here; `null` when it can. */
export function whyNoImages(): string | null {
  if (process.getuid?.() !== 0) return 'building an image needs root'
  return (
    whyMissing('buildah', findProgram('buildah')) ??
    whyMissing('base system for images', existsSync(BASE_SYSTEM) ? BASE_SYSTEM : null)
  )
}

/** Mounts the certificates of a machine that has its own authority, so that the build can fetch packages. */
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

/** Builds the repository's Dockerfile. Images and containers live in a temporary store until `close`. */
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
    const baseName = /^FROM (\S+) AS build$/m.exec(dockerfile)?.[1] ?? ''
    const baseFile = join(store, 'Dockerfile.base')
    await Bun.write(baseFile, 'FROM scratch\nCOPY . /\nENV PATH=/usr/local/bin:/usr/bin:/bin\n')
    await run(buildah('bud', '--pull-never', '-t', baseName, '-f', baseFile, BASE_SYSTEM))
    const how = '--isolation chroot --network host --pull-never --format docker'.split(' ')
    await run(buildah('bud', ...how, ...trustOptions(), '-t', IMAGE, ROOT))
  }
  // the vfs driver writes plain files only
  const remove = () => run(['rm', '-rf', '--one-file-system', store])
  await build().catch(async (error: unknown) => {
    await remove()
    throw error
  })

  return {
    /** The image's configuration. */
    async config() {
      const { Docker } = JSON.parse(await run(buildah('inspect', '--type', 'image', IMAGE)))
      return Docker.config as {
        User: string
        Entrypoint: string[]
        Env: string[]
        Healthcheck: { Test: string[] }
      }
    },
    /** Creates a container and answers its name. */
    create: () => run(buildah('from', '--pull-never', IMAGE)),
    /** The directory with the container's files. */
    mount: (container: string) => run(buildah('mount', container)),
    /** The command line that runs `program` in the container, as the image's user and on this machine's network. */
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
    /** Writes the image into a file that an engine loads, under a name. */
    save: (path: string, name: string) =>
      run(buildah('push', IMAGE, `docker-archive:${path}:${name}`)),
    close: remove,
  }
}
