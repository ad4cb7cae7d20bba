/**
 * Firefox and WebKit: a walk through the main flows, and before a release (`DEPTH=large`) also the tests of Chromium that can run in Firefox.
 * Both come from Debian, because Playwright's own come from no package registry.
 */
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { isLarge } from '#tests/support/random.ts'
import chromium from '../playwright.config.ts'

/** Files that cannot run in Firefox, and why. */
const NOT_IN_FIREFOX: Record<string, string> = {}

/** Playwright starts a program without arguments of ours. */
function stockFirefox(): string {
  const path = join(mkdtempSync(join(tmpdir(), 'firefox-')), 'firefox')
  const script = join(import.meta.dirname, 'firefox-bidi.ts')
  writeFileSync(path, `#!/bin/sh\nexec '${process.execPath}' '${script}' "$@"\n`)
  chmodSync(path, 0o755)
  return path
}

export default defineConfig({
  ...chromium,
  testDir: '..',
  testMatch: ['**/*.smoke.ts', ...(isLarge ? ['**/*.e2e.ts'] : [])],
  testIgnore: Object.keys(NOT_IN_FIREFOX).map((name) => `**/${name}.e2e.ts`),
  outputDir: '../../../test-results/others',
  use: {
    ...chromium.use,
    browserName: 'firefox',
    channel: 'moz-firefox',
    // a picture adds a style element, which the page's policy refuses
    screenshot: 'off',
    launchOptions: { executablePath: stockFirefox() },
  },
})
