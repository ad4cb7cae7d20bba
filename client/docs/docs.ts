/** The API page. */
import './docs.css'
import { limits } from '#src/contract/limits.ts'
import { readDescription, valueAt } from './description.ts'
import { byId } from './element.ts'
import { startFirstCalls } from './first-calls.ts'
import { startLivePanel } from './live-panel.ts'
import { startSwagger } from './swagger.ts'

startFirstCalls()
byId('key-hours', HTMLElement).textContent = String(limits.idempotencyKeyHours)

const description = await readDescription()
startLivePanel(description)
const root = byId('root', HTMLElement)
if (description) {
  byId('version', HTMLElement).textContent =
    `, which is now ${String(valueAt(description, 'info', 'version'))}`
  startSwagger(root, description)
} else root.textContent = 'The description of the API cannot be read. Reload the page to try again.'
