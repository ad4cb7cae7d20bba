import { CLOSE, type ClientFrame, LIVE_PROTOCOL, type ServerFrame } from '#src/contract/frames.ts'
import type { Topic } from '#src/contract/topics.ts'
import { byId, element } from './element.ts'
import { pageToken } from './token.ts'

const KEPT_FRAMES = 100
/** A screen reader hears the count at most this often. */
const SPOKEN_MS = 5_000
/** A longer frame is folded, so that it does not push the others out of sight. */
const FOLDED_LENGTH = 200
const SHOWN_TOKEN = 12

const CLOSED: Record<number, string> = {
  1005: 'You disconnected.',
  1006: 'The connection was lost, or the server refused it.',
  1009: 'A frame was too large.',
  [CLOSE.restart]: 'The server restarts. Connect again soon.',
  [CLOSE.overloaded]: 'The server is overloaded. Connect again later.',
  [CLOSE.badFrame]: 'The server did not accept a frame.',
  [CLOSE.signInAgain]: 'The token has ended. Sign in again.',
  [CLOSE.stop]: 'The server asked this client to stop.',
  [CLOSE.tooMany]: 'Too many connections of this account, or too many frames.',
}

const list = byId('frames', HTMLElement).querySelector('ol') ?? element('ol')
const connectButton = byId('connect', HTMLButtonElement)
const pauseButton = byId('pause', HTMLButtonElement)
const state = byId('live-state', HTMLElement)
const count = byId('live-count', HTMLElement)
const spoken = byId('live-spoken', HTMLElement)
const sync = byId('sync', HTMLElement)

let socket: WebSocket | null = null
let counted = 0
let newest = ''
let paused = false
/** Frames that came while the list was paused, newest first. */
const held = document.createDocumentFragment()

const shortenToken = (key: string, value: unknown) =>
  key === 'token' && typeof value === 'string' ? `${value.slice(0, SHOWN_TOKEN)}…` : value

function showJson(frame: unknown): HTMLElement {
  const text = JSON.stringify(frame, shortenToken)
  if (text.length <= FOLDED_LENGTH) return element('code', {}, text)
  return element(
    'details',
    {},
    element('summary', {}, element('code', {}, `${text.slice(0, FOLDED_LENGTH)}…`)),
    element('code', {}, JSON.stringify(frame, shortenToken, 2)),
  )
}

function speakSoon(): void {
  if (spoken.dataset.waiting) return
  spoken.dataset.waiting = 'true'
  setTimeout(() => {
    delete spoken.dataset.waiting
    spoken.textContent = count.textContent
  }, SPOKEN_MS)
}

function showCount(): void {
  const frames = counted === 1 ? '1 frame' : `${counted} frames`
  const waits = held.childElementCount
  const waiting = waits > 0 ? ` ${waits} wait until you continue.` : ''
  count.textContent = counted === 0 ? 'No frames yet.' : `${frames}, newest ${newest}.${waiting}`
  speakSoon()
}

function put(frames: Node, into: HTMLElement | DocumentFragment): void {
  into.prepend(frames)
  while (into.childElementCount > KEPT_FRAMES) into.lastElementChild?.remove()
}

/** The description names the schema of a frame by its type. This page opens no board, whose rows have schemas of their own. */
const schemaOf = ({ type }: ServerFrame | ClientFrame) =>
  `Live${type.slice(0, 1).toUpperCase()}${type.slice(1)}`

function showFrame(direction: 'sent' | 'received', frame: ServerFrame | ClientFrame): void {
  newest = schemaOf(frame)
  const now = new Date()
  const time = now.toLocaleTimeString('en-GB', { hour12: false })
  const row = element(
    'li',
    { 'data-direction': direction },
    element('time', { datetime: now.toISOString() }, time),
    element('span', { class: 'direction' }, direction === 'sent' ? '↑ Sent' : '↓ Received'),
    element('b', {}, newest),
    showJson(frame),
  )
  counted += 1
  put(row, paused ? held : list)
  showCount()
  if (frame.type === 'welcome') showTopics(frame.topics)
}

function send(frame: ClientFrame): void {
  socket?.send(JSON.stringify(frame))
  showFrame('sent', frame)
}

function showTopics(topics: readonly Topic[]): void {
  sync.hidden = false
  sync.replaceChildren(
    element('span', {}, 'Ask for a state again:'),
    ...topics.map((topic) => {
      const button = element('button', { type: 'button', class: 'button' }, `Sync ${topic}`)
      button.addEventListener('click', () => send({ type: 'sync', topic }))
      return button
    }),
  )
}

function showConnected(connected: boolean, text: string): void {
  connectButton.textContent = connected ? 'Disconnect' : 'Connect'
  state.textContent = text
  if (!connected) sync.hidden = true
}

const address = () => `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/live`

function connect(): void {
  const token = pageToken.getState()
  const opening = new WebSocket(address(), LIVE_PROTOCOL)
  socket = opening
  showConnected(true, 'Connecting …')
  opening.addEventListener('open', () => {
    if (socket !== opening) return
    const who = token ? (token.owner ?? 'the account of your token') : 'a visitor'
    showConnected(true, `Connected as ${who}.`)
    send(token ? { type: 'hello', token: token.value } : { type: 'hello' })
  })
  opening.addEventListener('message', ({ data }) => {
    if (socket === opening) showFrame('received', JSON.parse(String(data)))
  })
  opening.addEventListener('close', ({ code }) => {
    if (socket !== opening) return
    socket = null
    showConnected(false, `Closed with ${code}. ${CLOSED[code] ?? ''}`.trim())
  })
}

function setPaused(next: boolean): void {
  paused = next
  pauseButton.textContent = paused ? 'Continue' : 'Pause'
  if (paused) return
  put(held, list)
  showCount()
}

function clear(): void {
  list.replaceChildren()
  held.replaceChildren()
  counted = 0
  showCount()
}

export function startLivePanel(): void {
  byId('live-address', HTMLElement).textContent = address()
  connectButton.addEventListener('click', () => (socket ? socket.close() : connect()))
  pauseButton.addEventListener('click', () => setPaused(!paused))
  byId('clear', HTMLButtonElement).addEventListener('click', clear)
  // Another token belongs to another account: the channel starts anew with it.
  pageToken.subscribe(() => {
    if (!socket) return
    socket.close()
    connect()
  })
}
