import { join } from 'node:path'
import type { Language } from '#client/docs/samples.ts'

/** How each language of the API page is run: its program, its file, and what else it needs. */
const RUNNERS: Record<Language, { program: string; file: string; needs?: string }> = {
  curl: { program: 'sh', file: 'sample.sh', needs: 'curl' },
  TypeScript: { program: process.execPath, file: 'sample.ts' },
  Python: { program: 'python3', file: 'sample.py' },
}

/** True when this machine has the programs that samples in `language` need. */
export function canRun(language: Language): boolean {
  const { program, needs } = RUNNERS[language]
  return Boolean(Bun.which(program) && Bun.which(needs ?? program))
}

/** Runs a sample of the API page in `folder` and returns all that it printed. */
export async function runSample(
  language: Language,
  text: string,
  folder: string,
): Promise<{ exitCode: number; output: string }> {
  const { program, file } = RUNNERS[language]
  await Bun.write(join(folder, file), text)
  const run = Bun.spawn([program, file], {
    cwd: folder,
    env: { ...process.env },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const printed = await Promise.all([
    new Response(run.stdout).text(),
    new Response(run.stderr).text(),
  ])
  return { exitCode: await run.exited, output: printed.join('') }
}
