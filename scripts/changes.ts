/** Chooses the parts that `bun run validate --since <commit>` runs: those that the changed files can break. */
import { join } from 'node:path'

const root = join(import.meta.dir, '..')

type Kind = 'documents' | 'pages' | 'everything'
type Part = 'build' | 'documents' | 'tests' | 'faults' | 'browser' | 'fuzzing' | 'timing'

/** The tests that read documents, for the part `documents`. */
export const DOCUMENT_TESTS = ['unit/docs', 'realtime/docs'].map(
  (name) => `./tests/${name}.test.ts`,
)
/** The first match decides. Every other file can break anything. */
const KINDS: [kind: Kind, paths: RegExp][] = [
  ['documents', /^(docs|\.github|media)\/|^[^/]+\.md$|^(tests|client|scripts)\/.*\.md$|^LICENSE$/],
  ['pages', /^client\/|^tests\/e2e\//],
]

const PARTS: Record<Kind, readonly Part[]> = {
  documents: ['documents'],
  pages: ['build', 'tests', 'browser'],
  everything: ['build', 'tests', 'faults', 'browser', 'fuzzing', 'timing'],
}

const kindOf = (path: string): Kind =>
  KINDS.find(([, paths]) => paths.test(path))?.[0] ?? 'everything'

/** The files that differ from a commit, and those that git does not know yet. Ends the process with git's words if there is no such commit. */
export function listChanges(commit: string): string[] {
  const git = (...words: string[]) => {
    const { exitCode, stdout, stderr } = Bun.spawnSync(['git', ...words], { cwd: root })
    if (exitCode !== 0) {
      console.error(stderr.toString().trim())
      process.exit(2)
    }
    return stdout.toString().split('\n')
  }
  const paths = [
    ...git('diff', '--name-only', commit),
    ...git('ls-files', '--others', '--exclude-standard'),
  ]
  return paths.filter((path) => path !== '')
}

/** The parts that these changes can break; everything for `null`. */
export function planFor(changes: readonly string[] | null): readonly Part[] {
  const kinds: Kind[] = changes?.map(kindOf) ?? ['everything']
  const parts = new Set(kinds.flatMap((kind) => PARTS[kind]))
  // the tests of documents are among them
  if (parts.has('tests')) parts.delete('documents')
  return [...parts]
}
