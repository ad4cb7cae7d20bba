export type TestCase = {
  file: string
  name: string
  seconds: number
  outcome: 'passed' | 'failed' | 'skipped'
}

/** The tests of a JUnit report, as Bun and Playwright write it. None if the runner crashed before it wrote one. */
export async function readReport(path: string): Promise<TestCase[]> {
  const report = Bun.file(path)
  if (!(await report.exists())) return []
  const found: TestCase[] = []
  const mark = (outcome: TestCase['outcome']) => ({
    element() {
      const last = found.at(-1)
      if (last) last.outcome = outcome
    },
  })
  new HTMLRewriter()
    .on('testcase', {
      element(tag) {
        found.push({
          // Playwright names the file in `classname`
          file: tag.getAttribute('file') ?? tag.getAttribute('classname') ?? '',
          name: tag.getAttribute('name') ?? '',
          seconds: Number(tag.getAttribute('time')),
          outcome: 'passed',
        })
      },
    })
    .on('failure', mark('failed'))
    .on('error', mark('failed'))
    .on('skipped', mark('skipped'))
    .transform(await report.text())
  return found
}
