/**
 * The splash lies over a page that is readable at once; the stylesheet takes it away after 1.5 s. The script shows it once a
 * visit and ends it at the first key or press. It runs before the first paint, so it stands in the page, known by its hash.
 */
export const SPLASH_SCRIPT =
  '<script>{let d=document.documentElement,e=()=>{d.dataset.splash="off"};' +
  'try{sessionStorage.splash?e():sessionStorage.splash=1}catch{}' +
  'addEventListener("keydown",e,!0),addEventListener("pointerdown",e,!0)}</script>'

/** `seal` is the address of the picture that the navigation shows too. */
export const splash = (seal: string): string =>
  `<div class="splash" aria-hidden="true"><img src="${seal}" width="240" height="240" alt=""></div>`
