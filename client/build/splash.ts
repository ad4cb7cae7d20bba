import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The splash lies over a page that is readable at once; the stylesheet takes it away after 1.5 s. The script shows it once a
 * visit and ends it at the first key or press. It runs before the first paint, so it stands in the page, known by its hash.
 */
export const SPLASH_SCRIPT =
  '<script>{let d=document.documentElement,e=()=>{d.dataset.splash="off"};' +
  'try{sessionStorage.splash?e():sessionStorage.splash=1}catch{}' +
  'addEventListener("keydown",e,!0),addEventListener("pointerdown",e,!0)}</script>'

/**
 * Remembers the last press of a visit that hit a button before the portal's modules have run; `repeatEarlyPress` repeats it. A press on
 * anything else forgets it.
 */
export const EARLY_PRESS_SCRIPT =
  '<script>addEventListener("click",e=>{window.earlyPress=e.target.closest("button")},!0)</script>'

const seal = readFileSync(join(import.meta.dir, '../media/generated/seal.svg'), 'utf8')

/** The seal is part of the page: as a picture of its own it would be what the page's largest paint waits for. */
export const SPLASH = `<div class="splash" aria-hidden="true">${seal}</div>`
