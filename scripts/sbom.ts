/** `bun run sbom` lists all shipped packages as CycloneDX (`dist/sbom.cdx.json`) and as a list of licences (`docs/licences.md`). */
import { join } from 'node:path'
import manifest from '../package.json'
import { listShipped, type Package, readLock, UNKNOWN } from './shipped-packages.ts'

const root = join(import.meta.dir, '..')

/** Fonts and a word list. They are in the repository and come from no registry. */
const OWN_COPIES = [
  { name: 'Anybody', licence: 'OFL-1.1', where: 'client/fonts/anybody.woff2' },
  { name: 'Hanken Grotesk', licence: 'OFL-1.1', where: 'client/fonts/hanken.woff2' },
  { name: 'Martian Mono', licence: 'OFL-1.1', where: 'client/fonts/martian.woff2' },
  {
    name: 'Common passwords of SecLists and zxcvbn',
    licence: 'MIT',
    where: 'src/identity/common-passwords.txt',
  },
]

/** The version that makes the single executable. */
const BUN = manifest.packageManager.slice('bun@'.length)

/** What the single executable also contains. Bun's own licence page lists its further libraries, all of them permissive. */
const RUNTIME = [
  { name: 'bun', version: BUN, licence: 'MIT' },
  { name: 'JavaScriptCore', version: `of bun ${BUN}`, licence: 'LGPL-2.0-or-later' },
]

const toPurl = (id: string): string => {
  const at = id.lastIndexOf('@')
  return `pkg:npm/${id.slice(0, at).replace('@', '%40')}@${id.slice(at + 1)}`
}
const idOf = ({ name, version }: Package) => `${name}@${version}`
const toHex = (integrity: string) =>
  Buffer.from(integrity.replace(/^sha512-/, ''), 'base64').toString('hex')
const isSpdx = (licence: string) => /^[\w.-]+$/.test(licence) && licence !== UNKNOWN
/** CycloneDX has separate fields for an SPDX id and an SPDX expression. */
const toLicences = (licence: string) =>
  / (?:OR|AND|WITH) /.test(licence)
    ? [{ expression: licence.replace(/^\((.*)\)$/, '$1') }]
    : [{ license: isSpdx(licence) ? { id: licence } : { name: licence } }]

/** CycloneDX 1.6, without date and serial number, so that the same lock file gives the same text. */
export function toSbom(packages: readonly Package[]) {
  const { name, version, license } = manifest
  const own = { type: 'application', 'bom-ref': name, name, version, licenses: toLicences(license) }
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: own },
    components: [
      ...packages.map((entry) => ({
        type: 'library',
        'bom-ref': toPurl(idOf(entry)),
        name: entry.name,
        version: entry.version,
        scope: 'required',
        hashes: [{ alg: 'SHA-512', content: toHex(entry.integrity) }],
        licenses: toLicences(entry.licence),
        purl: toPurl(idOf(entry)),
      })),
      ...RUNTIME.map(({ licence, ...part }) => ({
        type: 'platform',
        'bom-ref': part.name,
        ...part,
        licenses: toLicences(licence),
      })),
      ...OWN_COPIES.map(({ name: title, licence, where }) => ({
        type: 'file',
        'bom-ref': where,
        name: title,
        licenses: toLicences(licence),
      })),
    ],
    dependencies: packages.map((entry) => ({
      ref: toPurl(idOf(entry)),
      dependsOn: entry.needs.map(toPurl).toSorted(),
    })),
  }
}

/** The shipped packages, grouped by licence. */
export function toLicenceList(packages: readonly Package[]): string {
  const shipped = [
    ...packages.map((entry) => ({ licence: entry.licence, what: idOf(entry) })),
    ...OWN_COPIES.map(({ licence, name, where }) => ({ licence, what: `${name} (${where})` })),
    ...RUNTIME.map(({ licence, name, version }) => ({
      licence,
      what: `${name} ${version} (the single executable)`,
    })),
  ]
  const groups = [...Map.groupBy(shipped, ({ licence }) => licence)].toSorted(
    ([, a], [, b]) => b.length - a.length,
  )
  return [
    '# Licences of what is shipped',
    '',
    'Written by `bun run sbom` from the lock file: what the server runs with, and what browsers are sent.',
    ...groups.flatMap(([licence, of]) => [
      '',
      `## ${licence} (${of.length})`,
      '',
      of.map(({ what }) => what).join(', '),
    ]),
    '',
  ].join('\n')
}

if (import.meta.main) {
  const packages = await listShipped(await readLock())
  const sbom = JSON.stringify(toSbom(packages), null, 2)
  await Bun.write(join(root, 'dist/sbom.cdx.json'), `${sbom}\n`)
  await Bun.write(join(root, 'docs/licences.md'), toLicenceList(packages))
  console.log(`dist/sbom.cdx.json and docs/licences.md: ${packages.length} packages`)
}
