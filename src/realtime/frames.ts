import type { ClientFrame } from '#src/contract/frames.ts'
import { isOpenedTopic, isTopic } from '#src/contract/topics.ts'

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Reads a page's frame; `null` when it is not one of the protocol. Unknown fields are ignored. */
export function parseFrame(message: string | Buffer): ClientFrame | null {
  const frame = typeof message === 'string' ? parseJson(message) : null
  if (typeof frame !== 'object' || frame === null || !('type' in frame)) return null
  const token = 'token' in frame ? frame.token : undefined
  const topic = 'topic' in frame ? frame.topic : undefined
  // A lone surrogate cannot be part of a token, and different texts must not become equal bytes.
  if (typeof token === 'string' && !token.isWellFormed()) return null
  if (frame.type === 'hello' && token === undefined) return { type: 'hello' }
  if (frame.type === 'hello' && typeof token === 'string') return { type: 'hello', token }
  if (frame.type === 'token' && typeof token === 'string') return { type: 'token', token }
  if (frame.type === 'sync' && isTopic(topic)) return { type: 'sync', topic }
  if ((frame.type === 'open' || frame.type === 'close') && isOpenedTopic(topic))
    return { type: frame.type, topic }
  return null
}
