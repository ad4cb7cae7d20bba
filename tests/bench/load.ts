/** Puts load on a server from separate processes: wrk for calls, `load/fanout.ts` for sockets. */
import { spawn } from 'bun'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FanoutPlan, FanoutResult } from './load/fanout.ts'
import { cpuMs } from './machine.ts'
import { keepTrack, scratch, type Server } from './servers.ts'
import { type Call, calls, type Seed, type Target } from './target.ts'

/** The placeholder that wrk replaces with a new idempotency key. */
export const KEY = '@@KEY@@'
const KEY_LENGTH = 36

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

export type Load = {
  answered: number
  bad: number
  perSecond: number
  p50: number
  p99: number
  cpuUs: number
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

export async function putUnderLoad(
  { pid, port, url }: Pick<Server, 'pid' | 'port' | 'url'>,
  requests: Call[],
  { connections, seconds }: { connections: number; seconds: number },
): Promise<Load> {
  const own = stamp++
  const file = join(scratch, `requests-${own}.lua`)
  const parts = requests.map((call) =>
    toHttp(port, call)
      .split(KEY)
      .map((part) => JSON.stringify(part)),
  )
  writeFileSync(file, `return {${parts.map((one) => `{${one.join(',')}}`).join(',\n')}}`)
  const script = join(import.meta.dir, 'load/wrk.lua')
  const options = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '10s', '-s', script]
  const before = cpuMs(pid)
  const child = keepTrack(
    spawn(['wrk', ...options, url, '--', file, String(own)], {
      stdout: 'pipe',
      stderr: 'pipe',
    }),
  )
  const out = await new Response(child.stdout).text()
  await child.exited
  const line = out.split('\n').find((text) => text.startsWith('{"requests"'))
  if (line === undefined) throw new Error(`wrk: ${out} ${await new Response(child.stderr).text()}`)
  const { requests: answered, us, p50, p99, status, failed }: WrkResult = JSON.parse(line)
  return {
    answered,
    bad: status + failed,
    perSecond: answered / (us / 1e6),
    p50: p50 / 1e3,
    p99: p99 / 1e3,
    cpuUs: ((cpuMs(pid) - before) * 1e3) / answered,
  }
}

/** Opens sockets and repeatedly flips the switch at the first server. */
export async function tellSockets(
  {
    live,
    seed,
    ...processes
  }: { live: Target['live']; seed: Seed } & Pick<FanoutPlan, 'servers' | 'behind'>,
  counts: Pick<FanoutPlan, 'sizes' | 'flips'>,
): Promise<FanoutResult> {
  const port = processes.servers[0]?.port ?? 0
  const flip = (value: boolean) => ({
    request: toHttp(port, calls.flip(seed, value)),
    receipt: `"isConfirmDisabled":${value}`,
  })
  const plan: FanoutPlan = {
    ...counts,
    ...processes,
    ...live,
    on: flip(true),
    off: flip(false),
  }
  const child = keepTrack(
    spawn([process.execPath, join(import.meta.dir, 'load/fanout.ts')], {
      stdin: new Blob([JSON.stringify(plan)]),
      stdout: 'pipe',
      stderr: 'inherit',
    }),
  )
  const out = await new Response(child.stdout).text()
  await child.exited
  if (!out.startsWith('{'))
    throw new Error(`The client of the sockets gave no result: ${out.slice(0, 300)}`)
  return JSON.parse(out)
}
