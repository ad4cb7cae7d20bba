import { LIVE_PROTOCOL, type ServerFrame, type StateFrame } from '#src/contract/frames.ts'
import type { Topic } from '#src/contract/topics.ts'
import type { Timers } from '#src/realtime/timers.ts'
import { until } from './until.ts'

type Options = {
  origin?: string | null
  protocols?: string[]
  headers?: Record<string, string>
}

export type LiveClient = Awaited<ReturnType<typeof connectLive>>

/** Opens a WebSocket and records every frame that it receives. A refused upgrade closes with 1006 or 1002. */
export async function connectLive(url: string, options: Options = {}) {
  const { origin = url, protocols = [LIVE_PROTOCOL], headers = {} } = options
  const given = { protocols, headers: { ...headers, ...(origin !== null && { origin }) } }
  // Bun also accepts headers, but the type is that of a browser.
  const socket = new WebSocket(`${url.replace('http', 'ws')}/live`, given as unknown as string[])
  const texts: string[] = []
  const frames: ServerFrame[] = []
  let closed: number | null = null
  socket.addEventListener('message', ({ data }) => {
    texts.push(String(data))
    frames.push(JSON.parse(String(data)))
  })
  socket.addEventListener('close', ({ code }) => void (closed ??= code))
  const isSettled = () => socket.readyState !== WebSocket.CONNECTING
  await until('the socket is open or refused', isSettled)

  const client = {
    socket,
    texts,
    frames,
    isOpen: () => socket.readyState === WebSocket.OPEN,
    /** Sends text unchanged, and anything else as JSON. */
    say: (frame: unknown) => socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame)),
    sayBytes: (bytes: Uint8Array<ArrayBuffer>) => socket.send(bytes),
    /** Sends `hello` and waits for the welcome and the first state of every topic. */
    async hello(token?: string): Promise<void> {
      client.say({ type: 'hello', ...(token !== undefined && { token }) })
      await until('the welcome', () => client.topics() !== null || closed !== null)
      await until('the first states', () =>
        (client.topics() ?? []).every((topic) => client.state(topic) || closed !== null),
      )
    },
    topics: (): Topic[] | null =>
      frames.findLast((frame) => frame.type === 'welcome')?.topics ?? null,
    /** The latest state of a topic. */
    state: <T extends Topic>(topic: T) =>
      frames.findLast(
        (frame): frame is Extract<StateFrame, { topic: T }> =>
          frame.type === 'state' && frame.topic === topic,
      ),
    states: (topic: Topic) =>
      frames.filter(
        (frame): frame is StateFrame => frame.type === 'state' && frame.topic === topic,
      ),
    beats: () => frames.filter((frame) => frame.type === 'beat'),
    /** Waits for the close and resolves with its code. */
    async closeCode(): Promise<number> {
      await until('the close', () => closed !== null)
      return closed ?? 0
    },
    async close(): Promise<void> {
      socket.close()
      await until('the close', () => closed !== null)
    },
  }
  return client
}

/** Connects, and resolves after the welcome and the first states. */
export async function enterLive(url: string, token?: string): Promise<LiveClient> {
  const client = await connectLive(url)
  await client.hello(token)
  return client
}

/** Timers for the live channel: `tick` runs the repeated ones by hand; single ones use the real clock. */
export function createHandTimers(): { timers: Timers; tick(): void } {
  const repeated = new Set<() => void>()
  return {
    timers: {
      after(ms, run) {
        const timer = setTimeout(run, ms)
        return () => clearTimeout(timer)
      },
      every(_ms, run) {
        repeated.add(run)
        return () => void repeated.delete(run)
      },
    },
    tick: () => repeated.forEach((run) => run()),
  }
}
