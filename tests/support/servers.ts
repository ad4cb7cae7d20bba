import { describe, test } from 'bun:test'

const areRequired = process.env.REQUIRE_SERVERS === '1'

/** Why tests that need `program` cannot run, or `null` when it was found. */
export function whyMissing(program: string, found: string | null): string | null {
  return found === null ? `no ${program}, \`bun run setup\` installs it` : null
}

const isSkipped = (missing: string | null) => missing !== null && !areRequired
const named = (name: string, missing: string | null) =>
  missing === null ? name : `${name} (skipped: ${missing})`

/** Skips the tests and shows the reason in their name if `missing` is not `null`. With REQUIRE_SERVERS=1 they run and fail. */
export function describeWith(name: string, missing: string | null, define: () => void): void {
  describe.skipIf(isSkipped(missing))(named(name, missing), define)
}

/** One test, skipped like `describeWith`. */
export function testWith(
  name: string,
  missing: string | null,
  run: () => void | Promise<void>,
): void {
  test.skipIf(isSkipped(missing))(named(name, missing), run)
}
