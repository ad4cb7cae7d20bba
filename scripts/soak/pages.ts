import { LIVE_PROTOCOL, type ServerFrame } from '#src/contract/frames.ts'

/** One in ten is a visitor without an account. */
const VISITORS = 10
const AT_ONCE = 50

type Page = { socket: WebSocket; rev: number; isClosing: boolean }
export type Pages = ReturnType<typeof createPages>

/** Opens sockets like pages do: each sends a hello, receives frames, and reconnects after a disconnect. */
export function createPages(url: string, sign: (index: number) => Promise<string>) {
  const pages = new Map<number, Page>()
  const closes = new Map<number, number>()
  let heard = 0
  let isOver = false

  async function open(index: number): Promise<void> {
    const token = index % VISITORS === 0 ? undefined : await sign(index)
    const given = { protocols: [LIVE_PROTOCOL], headers: { origin: url } }
    // Bun accepts headers; the type comes from the browser's API.
    const socket = new WebSocket(`${url.replace('http', 'ws')}/live`, given as unknown as string[])
    const page: Page = { socket, rev: 0, isClosing: false }
    pages.set(index, page)
    await new Promise<void>((resolve) => {
      socket.addEventListener('open', () => socket.send(JSON.stringify({ type: 'hello', token })))
      socket.addEventListener('message', ({ data }) => {
        heard += 1
        const frame = JSON.parse(String(data)) as ServerFrame
        if (frame.type !== 'state' || frame.topic !== 'ordering') return
        page.rev = frame.rev
        resolve()
      })
      socket.addEventListener('close', ({ code }) => {
        resolve()
        if (page.isClosing || isOver) return
        closes.set(code, (closes.get(code) ?? 0) + 1)
        setTimeout(() => void open(index), 500)
      })
    })
  }

  return {
    async open(count: number): Promise<void> {
      for (let first = 0; first < count; first += AT_ONCE) {
        const some = Math.min(AT_ONCE, count - first)
        await Promise.all(Array.from({ length: some }, (_, index) => open(first + index)))
      }
    },
    /** Closes one socket and opens another. */
    async replaceOne(): Promise<void> {
      const index = Math.floor(Math.random() * pages.size)
      const page = pages.get(index)
      if (!page) return
      page.isClosing = true
      page.socket.close()
      await open(index)
    },
    countBehind: (rev: number) => [...pages.values()].filter((page) => page.rev !== rev).length,
    report(): string[] {
      const cut = [...closes].map(([code, times]) => `${times} with ${code}`).join(', ')
      return [`frames heard: ${heard}; sockets cut by the server: ${cut || 'none'}`]
    },
    close(): void {
      isOver = true
      for (const { socket } of pages.values()) socket.close()
    },
  }
}
