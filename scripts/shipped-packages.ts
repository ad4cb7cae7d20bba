import { join } from 'node:path'

const root = join(import.meta.dir, '..')

/** Packages in the built pages. The server does not need them, so they are not in `dependencies`. */
export const BUNDLED = [
  '@tanstack/react-query',
  '@tanstack/react-virtual',
  'exceljs',
  'react',
  'react-dom',
  'react-hot-toast',
  'swagger-ui-dist',
  'web-vitals',
  'wouter',
  'zustand',
] as const

/** The licence of a package that has no licence field. */
export const UNKNOWN = 'unknown'

type Wants = {
  dependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  optionalPeers?: string[]
}
type Locked = [id: string, registry: string, wants: Wants, integrity: string]
export type Lock = {
  workspaces: Record<
    '',
    { dependencies: Record<string, string>; devDependencies: Record<string, string> }
  >
  trustedDependencies?: string[]
  packages: Record<string, Locked>
}

export type Package = {
  name: string
  version: string
  licence: string
  /** The digest from the lock file: `sha512-` and Base64. */
  integrity: string
  /** Its dependencies, as `name@version`. */
  needs: string[]
}

export const readLock = async (): Promise<Lock> =>
  Bun.JSONC.parse(await Bun.file(join(root, 'bun.lock')).text()) as Lock

/** Splits a key of the lock file into package names: `a/@b/c` is `a`, then `@b/c`. */
const toPath = (key: string): string[] => key.match(/@[^/]+\/[^/]+|[^/]+/g) ?? []

/** The lock file's key of a dependency: the package's own folder is searched first, then each outer one. */
function resolve(lock: Lock, from: string[], name: string): string | null {
  for (let depth = from.length; depth >= 0; depth--) {
    const key = [...from.slice(0, depth), name].join('/')
    if (key in lock.packages) return key
  }
  return null
}

/** The dependencies of a package. Optional ones and peers count only if they are installed. */
const namesOf = ({ dependencies = {}, peerDependencies = {}, optionalPeers = [] }: Wants) => [
  ...Object.keys(dependencies),
  ...Object.keys(peerDependencies).filter((name) => !optionalPeers.includes(name)),
]

async function licenceOf(path: string[]): Promise<string> {
  const file = join(root, ...path.flatMap((name) => ['node_modules', name]), 'package.json')
  const { license, licenses } = (await Bun.file(file).json()) as {
    license?: string | { type: string }
    licenses?: { type: string }[]
  }
  if (typeof license === 'string') return license
  return license?.type ?? licenses?.map(({ type }) => type).join(' OR ') ?? UNKNOWN
}

/** Every package that the server runs or a page contains, with its dependencies, sorted by name. */
export async function listShipped(lock: Lock): Promise<Package[]> {
  const roots = [...Object.keys(lock.workspaces[''].dependencies), ...BUNDLED]
  const waiting = roots.map((name) => resolve(lock, [], name))
  const found = new Map<string, Package>()
  for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
    const locked = key === null ? undefined : lock.packages[key]
    if (key === null || !locked || found.has(key)) continue
    const path = toPath(key)
    const [id, , wants, integrity] = locked
    const needed = namesOf(wants).flatMap((name) => resolve(lock, path, name) ?? [])
    waiting.push(...needed)
    const at = id.lastIndexOf('@')
    found.set(key, {
      name: id.slice(0, at),
      version: id.slice(at + 1),
      licence: await licenceOf(path),
      integrity,
      needs: needed.map((other) => lock.packages[other]?.[0] ?? ''),
    })
  }
  const once = new Map(
    [...found.values()].map((entry) => [`${entry.name}@${entry.version}`, entry]),
  )
  return [...once].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => entry)
}
