/**
 * Firefox and WebKit: a walk through the main flows, and before a release (`OTHERS=all`) also the tests of Chromium that can run in Firefox.
 * Both come from Debian, because Playwright's own come from no package registry.
 */
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { findProgram } from '#scripts/servers.ts'
import chromium from '../playwright.config.ts'

/** Why tests of Chromium cannot run in Firefox, and the parts of their names that say which. */
const NOT_IN_FIREFOX: Record<string, RegExp> = {
  'a window behind another has no focus':
    /a block of a spreadsheet|are held and announced|with the keyboard alone|late line is added|clubs that could be|page and mail say|a link of a mail|300 names|everybody changes|renames, moves|OASIS 2026 ends|side photos and arrow keys/,
  'a tap does nothing, and no phone is emulated':
    /board-phone|by touch|by thumb|on a touch screen|at 320 px the keyboard skips/,
  'neither paper nor a setting of the system or the browser is emulated':
    /on paper|printed|forced colours|reduced motion|keeps the focus, waits|without JavaScript/,
  'the protocol of Chromium is spoken': /large-text|bar to go home by|with a slow line no screen/,
  'a request that is held does not come back':
    /a lost answer|a lost order|an answer that comes late|was not answered is sent again/,
  'a part that failed is not asked for again, so that the page loads anew':
    /a press without a connection|two versions reloads once|without a connection an order/,
  'the body of a request is not told': /a cart that was filled/,
  'a long look destroys the context of axe':
    /history is sound|every dialog is sound|sets the times|one sign-in serves|any state of the page|almost the same name|a club waits, is approved/,
  'the driver is slow, so that two messages offer Undo at once':
    /one item is shared out|day\.e2e\.ts a club orders/,
  'no report of a policy arrives': /refuses what our pages never do/,
  'the empty page before the first has no storage, and complains':
    /accessible at every width|comes in two pieces|beside a translator/,
  'a position is rounded, and compared exactly': /no entry of a timeline|no card moves/,
  'the driver scrolls to what the pointer goes to, though it is in view': /a deleted line of/,
  'the screen of the home page stands still': /a screen that folds/,
}

const isAll = process.env.OTHERS === 'all'

export default defineConfig({
  ...chromium,
  testDir: '..',
  testMatch: ['**/*.smoke.ts', ...(isAll && findProgram('firefox-esr') ? ['**/*.e2e.ts'] : [])],
  grepInvert: Object.values(NOT_IN_FIREFOX),
  testIgnore: '**/*.release.e2e.ts',
  outputDir: '../../../test-results/others',
  use: {
    ...chromium.use,
    browserName: 'firefox',
    channel: 'moz-firefox',
    // a picture adds a style element, which the page's policy refuses
    screenshot: 'off',
    launchOptions: {
      executablePath: join(import.meta.dirname, 'firefox.sh'),
      env: { ...process.env, BUN: process.execPath },
    },
  },
})
