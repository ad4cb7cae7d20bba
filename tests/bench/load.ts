/** Puts load on a server from separate processes: wrk for calls, `load/fanout.ts` for sockets. */
import { join } from 'node:path'
import type { FanoutPlan, FanoutResult } from './load/fanout.ts'
import { runProgram, scratch, type Running, type Server } from './servers.ts'
import { type Call, calls } from './target.ts'

/** The placeholder that wrk replaces with a new idempotency key. */
export const KEY = '@@KEY@@'
const KEY_LENGTH = 36

/** A call as the bytes of an HTTP request. */
function toHttp(port: number, { method, path, headers = {}, body }: Call): string {
  const text = body === undefined ? '' : JSON.stringify(body)
  const keys = text.split(KEY).length - 1
  const length = Buffer.byteLength(text) + keys * (KEY_LENGTH - KEY.length)
  const lines = [
    `${method} ${path} HTTP/1.1`,
    `host: 127.0.0.1:${port}`,
    ...(text ? ['content-type: application/json', `content-length: ${length}`] : []),
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ]
  return `${lines.join('\r\n')}\r\n\r\n${text}`
}

type WrkResult = {
  requests: number
  us: number
  p50: number
  p99: number
  status: number
  failed: number
}

/** Makes the idempotency keys of two loads differ. */
let stamp = Math.floor(Date.now() / 1000)

/** Sends these requests in turn for some seconds, over and over. */
export async function putUnderLoad(
  { port, url }: Server,
  requests: Call[],
  { connections, seconds }: { connections: number; seconds: number },
) {
  const own = stamp++
  const file = join(scratch, `requests-${own}.lua`)
  const parts = requests.map((call) =>
    toHttp(port, call)
      .split(KEY)
      .map((part) => JSON.stringify(part)),
  )
  await Bun.write(file, `return {${parts.map((one) => `{${one.join(',')}}`).join(',\n')}}`)
  const options = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '10s']
  const script = ['-s', join(import.meta.dir, 'load/wrk.lua'), url, '--', file, String(own)]
  const text = await runProgram(['wrk', ...options, ...script])
  const line = text.split('\n').find((one) => one.startsWith('{"requests"'))
  if (line === undefined) throw new Error(`wrk: ${text}`)
  const { requests: answered, us, p50, p99, status, failed }: WrkResult = JSON.parse(line)
  return {
    answered,
    bad: status + failed,
    perSecond: answered / (us / 1e6),
    p50: p50 / 1e3,
    p99: p99 / 1e3,
  }
}

/** Opens sockets and repeatedly flips the ordering switch. */
export async function flipForSockets(
  { target, seed, port }: Running,
  counts: Pick<FanoutPlan, 'sockets' | 'flips'>,
): Promise<FanoutResult> {
  const flip = (value: boolean) => ({
    request: toHttp(port, calls.flip(seed, value)),
    receipt: `"isConfirmDisabled":${value}`,
  })
  const plan: FanoutPlan = {
    ...counts,
    port,
    ...target.live,
    on: flip(true),
    off: flip(false),
  }
  const client = [process.execPath, join(import.meta.dir, 'load/fanout.ts')]
  return JSON.parse(await runProgram(client, { input: JSON.stringify(plan) }))
}
