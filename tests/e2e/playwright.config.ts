import { defineConfig } from '@playwright/test'
import { findBrowser } from '#scripts/servers.ts'
import { isLarge } from '#tests/support/random.ts'

const browser = findBrowser()

const output = process.env.PLAYWRIGHT_JUNIT_OUTPUT_FILE

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.e2e.ts',
  testIgnore: isLarge ? [] : '**/*.release.e2e.ts',
  outputDir: '../../test-results',
  fullyParallel: true,
  forbidOnly: process.env.CI === 'true',
  // more than cores: many tests wait for a toast, a mail or a socket
  workers: 2 * navigator.hardwareConcurrency,
  // long, because a busy machine is no failure: a test that must be fast asserts it
  timeout: isLarge ? 1_800_000 : 180_000,
  expect: { timeout: 30_000 },
  reporter: output ? [['dot'], ['junit']] : [['line']],
  use: {
    locale: 'en-IN',
    // a trace of every test takes a third of the time: `--trace on` records one that fails
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(browser ? { executablePath: browser } : {}),
      // as root there is no sandbox; the others keep Chromium from calling home
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
})
