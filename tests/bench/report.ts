/** Writes the figures of a run into docs/benchmarks.md. Each tool has its own section. */
import { join } from 'node:path'

export const PAGE = join(import.meta.dir, '../../docs/benchmarks.md')

export type Section = 'bench' | 'cluster' | 'interaction'

/** Replaces the text of one section of the page. Throws if the page has no such section. */
export function withSection(page: string, section: Section, text: string): string {
  const [begin, end] = [`<!-- ${section}: begin -->`, `<!-- ${section}: end -->`]
  const from = page.indexOf(begin)
  const to = page.indexOf(end)
  if (from === -1 || to < from) throw new Error(`The page has no section ${section}.`)
  return `${page.slice(0, from + begin.length)}\n${text}\n${page.slice(to)}`
}

export type Run = { date: Date; machine: string; versions: string[]; command: string }

/** The lines above a table that say when, where and how its figures were measured. */
export function describeRun({ date, machine, versions, command }: Run): string {
  return [
    `- Date: ${date.toISOString().slice(0, 10)}`,
    `- Machine: ${machine}`,
    `- Versions: ${versions.join('; ')}`,
    `- Command: \`${command}\``,
  ].join('\n')
}

export async function writeSection(section: Section, run: Run, table: string): Promise<void> {
  const page = await Bun.file(PAGE).text()
  await Bun.write(PAGE, withSection(page, section, `${describeRun(run)}\n\n${table}\n`))
  console.log(`docs/benchmarks.md: the section ${section} has the new figures.`)
}
