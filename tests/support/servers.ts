import { describe, test } from 'bun:test'

const isSkipped = (missing: string | null) =>
  missing !== null && process.env.REQUIRE_SERVERS !== '1'
const named = (name: string, missing: string | null) =>
  missing === null ? name : `${name} (left out: ${missing})`

/** Tests that are left out, and say why, where `missing` names something; with REQUIRE_SERVERS=1 they run, and fail. */
export function describeWith(name: string, missing: string | null, define: () => void): void {
  describe.skipIf(isSkipped(missing))(named(name, missing), define)
}

export function testWith(name: string, missing: string | null, run: () => void): void {
  test.skipIf(isSkipped(missing))(named(name, missing), run)
}
