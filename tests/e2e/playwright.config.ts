import { defineConfig } from '@playwright/test'
import { findBrowser } from '#scripts/servers.ts'

const browser = findBrowser()

const output = process.env.PLAYWRIGHT_JUNIT_OUTPUT_FILE

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.e2e.ts',
  outputDir: '../../test-results',
  fullyParallel: true,
  forbidOnly: process.env.CI === 'true',
  workers: 2,
  // long, because a busy machine is no failure: a test that must be fast asserts it
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: output ? [['line'], ['junit']] : [['line']],
  use: {
    locale: 'en-IN',
    trace: 'retain-on-failure',
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
