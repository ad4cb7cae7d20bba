import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The splash covers a page that is ready to read; the stylesheet removes it after 1.5 s. The script shows it once per visit and
 * removes it at the first key or press. It must run before the first paint, so it is inline.
 */
export const SPLASH_SCRIPT =
  '{let d=document.documentElement,e=()=>{d.dataset.splash="off"};' +
  'try{sessionStorage.splash?e():sessionStorage.splash=1}catch{}' +
  'addEventListener("keydown",e,!0),addEventListener("pointerdown",e,!0)}'

/** Allows the script, the only inline one of any page, in the content security policy. */
export const SPLASH_HASH = new Bun.CryptoHasher('sha256').update(SPLASH_SCRIPT).digest('base64')

const seal = readFileSync(join(import.meta.dir, '../media/drawings/seal.svg'), 'utf8')

/** The seal is inline: as a separate picture it would delay the largest contentful paint. */
export const SPLASH = `<div class="splash" aria-hidden="true">${seal}</div>`
