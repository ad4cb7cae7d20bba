import './docs.css'
import { byId } from './element.ts'
import { startLivePanel } from './live-panel.ts'
import { startSwagger } from './swagger.ts'

/**
 * Copies by a selection: `navigator.clipboard` needs HTTPS and a permission that the server's policy withholds. The text stays
 * selected when the browser refuses, so that the reader can copy it by keyboard.
 */
function copyBeside(button: HTMLElement): void {
  const code = button.previousElementSibling
  if (!code) return
  getSelection()?.selectAllChildren(code)
  const done = document.execCommand('copy')
  button.textContent = done ? 'Copied' : 'Selected'
  byId('copied').textContent = `${button.textContent}: ${code.ariaLabel}.`
}

for (const button of document.querySelectorAll<HTMLElement>('.copy'))
  button.addEventListener('click', () => copyBeside(button))
byId('origin').textContent = location.origin

let readToken = (): string | undefined => undefined
startLivePanel(() => readToken())
const root = byId('root')
try {
  readToken = await startSwagger(root)
} catch {
  root.textContent = 'The list of calls cannot be loaded. Reload the page to try again.'
}
