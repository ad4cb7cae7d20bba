import './docs.css'
import { limits } from '#src/contract/limits.ts'
import { readDescription, valueAt } from './description.ts'
import { byId } from './element.ts'
import { startFirstCalls } from './first-calls.ts'
import { startLivePanel } from './live-panel.ts'
import { startSwagger } from './swagger.ts'

startFirstCalls()
for (const hours of document.querySelectorAll('.key-hours'))
  hours.textContent = String(limits.idempotencyKeyHours)
byId('session-minutes', HTMLElement).textContent = String(limits.sessionSeconds / 60)

const description = await readDescription()
startLivePanel(description)
const version = valueAt(description, 'info', 'version')
if (version !== undefined) byId('version', HTMLElement).textContent = `, which is now ${version}`

const root = byId('root', HTMLElement)
try {
  if (!description) throw new Error('There is no description.')
  await startSwagger(root, description)
} catch {
  root.textContent = 'The list of calls cannot be loaded. Reload the page to try again.'
}
