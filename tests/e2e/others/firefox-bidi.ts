/**
 * Stands in for Firefox's program: starts the real one, and stands between it and Playwright, because Playwright 1.65 and Firefox 153 ESR do not
 * agree on three things of WebDriver BiDi. Still, a tap does nothing, media and screens of phones are not emulated, and a page in another window
 * has no focus.
 */
import { spawn } from 'node:child_process'
import { findProgram } from '#scripts/servers.ts'

/** Commands that this Firefox does not know get an empty answer instead of an error, which would end the test. */
const UNKNOWN = new Set(['emulation.setMediaFeaturesOverride'])
/** Playwright fills a field by setting `value` where React keeps watch of it and sees no change. The editor's command makes a real event. */
const SETS_VALUE = 'const inputElement = element;'
const TYPES = `if (window.document.execCommand('insertText', false, text)) return; ${SETS_VALUE}`

/** Firefox names no download whose address is a blob, and Playwright leaves out one without a name. Its address names it. */
function withDownload(text: string): string {
  if (!text.includes('"browsingContext.download')) return text
  const event = JSON.parse(text) as {
    params: { download?: string; navigation?: string; url: string }
  }
  event.params.download ??= event.params.navigation ?? event.params.url
  return JSON.stringify(event)
}

const LISTENS = /WebDriver BiDi listening on (ws:\/\/\S+)/

const firefox = spawn(findProgram('firefox-esr') ?? '', process.argv.slice(2), {
  stdio: ['ignore', 'pipe', 'pipe'],
})
firefox.on('exit', (code) => process.exit(code ?? 1))
firefox.stdout.pipe(process.stdout)

type Line = { data: { real: WebSocket; waiting: string[] } }

function listen(address: string): string {
  const server = Bun.serve<Line['data']>({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request, server) {
      const real = new WebSocket(address + new URL(request.url).pathname)
      return server.upgrade(request, { data: { real, waiting: [] } })
        ? undefined
        : new Response(null, { status: 426 })
    },
    websocket: {
      maxPayloadLength: 256 * 1024 * 1024,
      backpressureLimit: 256 * 1024 * 1024,
      idleTimeout: 0,
      perMessageDeflate: false,
      open(socket) {
        const { real, waiting } = socket.data
        real.addEventListener('open', () => {
          for (const text of waiting.splice(0)) real.send(text)
        })
        real.addEventListener('message', ({ data }) => socket.send(withDownload(data as string)))
        real.addEventListener('close', () => socket.close())
      },
      message(socket, text) {
        const { id, method } = JSON.parse(String(text)) as { id: number; method: string }
        if (UNKNOWN.has(method)) {
          socket.send(JSON.stringify({ type: 'success', id, result: {} }))
          return
        }
        const { real, waiting } = socket.data
        const command = String(text).replaceAll(SETS_VALUE, TYPES)
        if (real.readyState === WebSocket.OPEN) real.send(command)
        else waiting.push(command)
      },
      close: (socket) => socket.data.real.close(),
    },
  })
  return `ws://127.0.0.1:${server.port}`
}

let printed = ''
let isListening = false
firefox.stderr.setEncoding('utf8')
firefox.stderr.on('data', (text: string) => {
  if (isListening) {
    process.stderr.write(text)
    return
  }
  printed += text
  const address = LISTENS.exec(printed)?.[1]
  if (address === undefined) return
  isListening = true
  process.stderr.write(printed.replace(address, listen(address)))
})
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => firefox.kill(signal))
