import type { ClientFrame, Topic } from '#src/contract/frames.ts'

const TOPICS: readonly string[] = ['ordering', 'inventory', 'orders', 'carts'] satisfies Topic[]

const isTopic = (value: unknown): value is Topic =>
  typeof value === 'string' && TOPICS.includes(value)

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** What a page said, or `null` when it is no frame of ours. Fields that we do not know are no fault. */
export function parseFrame(message: string | Buffer): ClientFrame | null {
  const frame = typeof message === 'string' ? parseJson(message) : null
  if (typeof frame !== 'object' || frame === null || !('type' in frame)) return null
  const token = 'token' in frame ? frame.token : undefined
  const topic = 'topic' in frame ? frame.topic : undefined
  // Half a character is none of a token's; one meaning for each text.
  if (typeof token === 'string' && !token.isWellFormed()) return null
  if (frame.type === 'hello' && token === undefined) return { type: 'hello' }
  if (frame.type === 'hello' && typeof token === 'string') return { type: 'hello', token }
  if (frame.type === 'token' && typeof token === 'string') return { type: 'token', token }
  if (frame.type === 'sync' && isTopic(topic)) return { type: 'sync', topic }
  return null
}
