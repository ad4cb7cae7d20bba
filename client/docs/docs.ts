import './docs.css'
import { limits } from '#src/contract/limits.ts'
import { byId } from './element.ts'
import { startFirstCalls } from './first-calls.ts'
import { startLivePanel } from './live-panel.ts'
import { type Description, startSwagger } from './swagger.ts'

startFirstCalls()
for (const hours of document.querySelectorAll('.key-hours'))
  hours.textContent = String(limits.idempotencyKeyHours)
byId('session-minutes', HTMLElement).textContent = String(limits.sessionSeconds / 60)

startLivePanel()

const root = byId('root', HTMLElement)
try {
  const description: Description = await (await fetch('/openapi.json')).json()
  byId('version', HTMLElement).textContent = `, which is now ${description.info.version}`
  await startSwagger(root, description)
} catch {
  root.textContent = 'The list of calls cannot be loaded. Reload the page to try again.'
}
