import { CLOSE, type ClientFrame, LIVE_PROTOCOL, type ServerFrame } from '#src/contract/frames.ts'
import { byId } from './element.ts'

const KEPT_FRAMES = 100
/** A longer frame is folded, so that it does not push the others out of sight. */
const FOLDED_LENGTH = 200

const CLOSED: Record<number, string> = {
  1005: 'You disconnected.',
  1006: 'The connection was lost, or the server refused it.',
  [CLOSE.restart]: 'The server restarts. Connect again soon.',
  [CLOSE.overloaded]: 'The server is overloaded. Connect again later.',
  [CLOSE.signInAgain]: 'The token has ended. Sign in again.',
  [CLOSE.tooMany]: 'Too many connections of this account.',
}

const list = byId('frames').querySelector('ol')
const button = byId('connect')
const state = byId('live-state')

/** Each frame has the name of its schema in the description. This page opens no board, whose rows have schemas of their own. */
function showFrame(direction: 'Sent' | 'Received', frame: ServerFrame | ClientFrame): void {
  const { type } = frame
  const text = JSON.stringify(frame)
  const row = document.createElement('li')
  const details = row.appendChild(document.createElement('details'))
  details.open = text.length <= FOLDED_LENGTH
  const time = new Date().toLocaleTimeString('en-GB')
  const schema = `Live${type.slice(0, 1).toUpperCase()}${type.slice(1)}`
  details.appendChild(document.createElement('summary')).textContent =
    `${time} ${direction} ${schema}`
  details.appendChild(document.createElement('code')).textContent = text
  list?.prepend(row)
  if (list && list.childElementCount > KEPT_FRAMES) list.lastElementChild?.remove()
}

export function startLivePanel(readToken: () => string | undefined): void {
  let socket: WebSocket | null = null

  function connect(): void {
    const token = readToken()
    const opening = new WebSocket('/live', LIVE_PROTOCOL)
    socket = opening
    button.textContent = 'Disconnect'
    state.textContent = 'Connecting …'
    opening.addEventListener('open', () => {
      state.textContent = token ? 'Connected with your token.' : 'Connected as a visitor.'
      const hello: ClientFrame = token ? { type: 'hello', token } : { type: 'hello' }
      opening.send(JSON.stringify(hello))
      showFrame('Sent', token ? { ...hello, token: '…' } : hello)
    })
    opening.addEventListener('message', ({ data }) =>
      showFrame('Received', JSON.parse(String(data))),
    )
    opening.addEventListener('close', ({ code }) => {
      socket = null
      button.textContent = 'Connect'
      state.textContent = `Closed with ${code}. ${CLOSED[code] ?? ''}`.trim()
    })
  }
  button.addEventListener('click', () => (socket ? socket.close() : connect()))
}
