/** `portal health`: asks the server on this machine whether it is ready. A container has no other program that could ask. */
import { readArguments } from './arguments.ts'

const TIMEOUT_MS = 3_000
const EVERY_ADDRESS = ['', '0.0.0.0', '::']

/** Reads the two settings that it needs and not all, because a check that runs every 5 s should cost little. */
function addressOf({ HOST = '', PORT }: NodeJS.ProcessEnv): string {
  const host = EVERY_ADDRESS.includes(HOST.trim()) ? '127.0.0.1' : HOST.trim()
  return `http://${host.includes(':') ? `[${host}]` : host}:${PORT?.trim() || '3000'}/health/ready`
}

export async function run(words: readonly string[]): Promise<number> {
  readArguments(words, { named: [], flags: [] })
  try {
    const { ok, status } = await fetch(addressOf(process.env), {
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    console.log(ok ? 'The server is ready.' : `The server is not ready (status ${status}).`)
    return ok ? 0 : 1
  } catch {
    console.error(`No server answers at ${addressOf(process.env)}.`)
    return 1
  }
}
