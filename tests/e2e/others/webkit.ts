/** WebKitGTK, driven by WebDriver over HTTP: Playwright drives only a WebKit of its own, which no package registry has. */
import { findProgram } from '#scripts/servers.ts'
import { freePort } from '#tests/support/mongod.ts'
import { until } from '#tests/support/until.ts'
import type { Hand } from './smoke.ts'

/** The keys of WebDriver that are no characters, by their names in Playwright. */
const KEYS: Record<string, string> = {
  Tab: '\uE004',
  Enter: '\uE007',
  Shift: '\uE008',
  Control: '\uE009',
  Escape: '\uE00C',
  ArrowLeft: '\uE012',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
}

/** Chooses a number that is free, and prints it. */
const SCREEN = '-displayfd 1 -screen 0 1600x1200x24 -nolisten tcp'.split(' ')

/** The first line that a program prints. */
async function firstLine(output: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder()
  let printed = ''
  for await (const bytes of output) {
    printed += decoder.decode(bytes, { stream: true })
    if (printed.includes('\n')) break
  }
  return printed.trim()
}

/** The window of a session of WebDriver. `tell` posts to the session. */
function handOf(tell: <T>(path: string, body: object) => Promise<T>): Hand {
  const hand: Hand = {
    open: (address) => tell('/url', { url: address }),
    read: (look, given) =>
      tell('/execute/sync', { script: `return (${String(look)})(arguments[0])`, args: [given] }),
    async resize(width, height) {
      // the first try tells how much the frame of the window takes
      for (const _ of ['try', 'mend']) {
        const [x, y] = await hand.read(() => [outerWidth - innerWidth, outerHeight - innerHeight])
        await tell('/window/rect', { width: width + x, height: height + y })
      }
    },
    async press(...chords) {
      for (const chord of chords) {
        const keys = chord.split('+').map((key) => KEYS[key] ?? key)
        await tell('/actions', {
          actions: [
            {
              type: 'key',
              id: 'keyboard',
              actions: [
                ...keys.map((value) => ({ type: 'keyDown', value })),
                ...keys.toReversed().map((value) => ({ type: 'keyUp', value })),
              ],
            },
          ],
        })
      }
    },
    clickAt: (x, y) =>
      tell('/actions', {
        actions: [
          {
            type: 'pointer',
            id: 'mouse',
            parameters: { pointerType: 'mouse' },
            actions: [
              { type: 'pointerMove', x: Math.round(x), y: Math.round(y) },
              { type: 'pointerDown', button: 0 },
              { type: 'pointerUp', button: 0 },
            ],
          },
        ],
      }),
  }
  return hand
}

/** Opens a window on a screen of its own that nobody sees, and closes both after `use`. */
export async function withWebKit(use: (hand: Hand) => Promise<void>): Promise<void> {
  const screen = Bun.spawn([findProgram('Xvfb') ?? '', ...SCREEN], {
    stdout: 'pipe',
    stderr: 'ignore',
  })
  const port = await freePort()
  const driver = Bun.spawn([findProgram('WebKitWebDriver') ?? '', `--port=${port}`], {
    env: {
      ...process.env,
      DISPLAY: `:${await firstLine(screen.stdout)}`,
      LIBGL_ALWAYS_SOFTWARE: '1',
      WEBKIT_DISABLE_DMABUF_RENDERER: '1',
      NO_AT_BRIDGE: '1',
      GSETTINGS_BACKEND: 'memory',
    },
    stdout: 'ignore',
    stderr: 'ignore',
  })

  async function ask<T>(method: string, path: string, body: object = {}): Promise<T> {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      signal: AbortSignal.timeout(30_000),
      ...(method === 'POST' && { body: JSON.stringify(body) }),
    })
    const { value } = (await answer.json()) as { value: T }
    if (!answer.ok) throw new Error(`${path}: ${JSON.stringify(value)}`)
    return value
  }
  let session = ''
  try {
    await until('the driver answers', () =>
      ask('GET', '/status').then(
        () => true,
        () => false,
      ),
    )
    const { sessionId } = await ask<{ sessionId: string }>('POST', '/session', { capabilities: {} })
    session = sessionId
    await use(handOf((path, body) => ask('POST', `/session/${session}${path}`, body)))
  } finally {
    if (session) await ask('DELETE', `/session/${session}`).catch(() => {})
    driver.kill()
    screen.kill()
    await Promise.all([driver.exited, screen.exited])
  }
}
