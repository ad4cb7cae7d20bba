import * as fc from 'fast-check'
import type { CartSummary, OrderLine, StockItem } from '#src/contract/records.ts'
import { readSpec } from './hostile-calls.ts'
import { type Call, hostile, sensibleCalls, toRequest } from './hostile-requests.ts'

/** A server in a process of its own; `workedMs` is what its event loop has worked so far. */
type Server = { url: string; workedMs(): number }
type Tokens = { admin: string; club: string }

/** Samples that are made together: twenty thousand of them would be gigabytes. */
const AT_ONCE = 50

export type Mutations = {
  statuses: Record<string, number>
  /** Answers of 500 and more but 503, with what was asked. */
  faults: string[]
  /** The request that cost the event loop most. */
  slowest: { ms: number; request: string }
}

async function makeRows(url: string, { admin, club }: Tokens, clubId: string): Promise<Call[]> {
  async function ask<T>(token: string, method: string, path: string, body?: object): Promise<T> {
    const response = await fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    return (await response.json()) as T
  }
  const item = { itemName: `Hostile ink ${crypto.randomUUID()}`, itemQuantity: 5 }
  const { _id: itemId } = await ask<StockItem>(admin, 'POST', '/inventorys/inventory', item)
  const { items } = await ask<{ items: OrderLine[] }>(club, 'POST', '/cart/add-items', {
    userId: clubId,
    items: [{ item_id: itemId, ordered_quantity: 1 }],
  })
  const carts = await ask<CartSummary[]>(admin, 'GET', '/cart/get-club-list')
  const cartId = carts.find(({ user_id }) => user_id === clubId)?.cart_id
  const ids = { itemId, lineId: items[0]?._id ?? '', cartId, clubId }
  return sensibleCalls(await readSpec({ url }), ids)
}

/**
 * Sends `count` hostile requests one after the other; the seed makes them the same each time. What looks slow is asked again, and
 * the least counts: a collection of garbage is not the request's.
 */
export async function sendMutations(
  server: Server,
  tokens: Tokens,
  { clubId, count, seed }: { clubId: string; count: number; seed: number },
): Promise<Mutations> {
  const calls = await makeRows(server.url, tokens, clubId)
  const result: Mutations = { statuses: {}, faults: [], slowest: { ms: 0, request: '' } }
  for (let done = 0; done < count; done += AT_ONCE)
    for (const sample of fc.sample(hostile, { seed: seed + done, numRuns: AT_ONCE })) {
      const { who, method, path, headers, ...rest } = toRequest(sample, calls)
      const token = { ...tokens, nobody: null }[who]
      const asked = {
        method,
        headers: { ...headers, ...(token && { authorization: `Bearer ${token}` }) },
        ...rest,
      }
      const measure = async () => {
        const before = server.workedMs()
        const response = await fetch(server.url + path, asked)
        await response.arrayBuffer()
        return { status: response.status, ms: server.workedMs() - before }
      }
      const { status, ms: first } = await measure()
      let ms = first
      for (let tries = 0; tries < 3 && ms > result.slowest.ms; tries++)
        ms = Math.min(ms, (await measure()).ms)
      const request = `${method} ${path.slice(0, 200)} as ${who}: ${rest.body?.slice(0, 200) ?? ''} (${rest.body?.length ?? 0})`
      result.statuses[status] = (result.statuses[status] ?? 0) + 1
      if (status >= 500 && status !== 503) result.faults.push(`${status} ${request}`)
      if (ms > result.slowest.ms) result.slowest = { ms, request }
    }
  return result
}
