import type { OrderLine, StockItem } from '#src/contract/records.ts'
import type { Account } from '#src/store/port.ts'
import type { Pages } from './pages.ts'

const anyOf = <T>(list: readonly T[]): T | undefined =>
  list[Math.floor(Math.random() * list.length)]
const upTo = (most: number) => 1 + Math.floor(Math.random() * most)

function quantile(sorted: readonly number[], part: number): string {
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
  return value.toFixed(0)
}

type Call = { method: string; path: string; token?: string; body?: unknown; key?: string }

/** Simulates clubs and administrators at work, each at its own pace. */
export function createTraffic({
  url,
  sign,
  clubs,
  administrators,
  items,
  pages,
}: {
  url: string
  /** Returns a token for the account with this number. Clubs come first, then administrators. */
  sign: (index: number) => Promise<string>
  clubs: readonly Account[]
  administrators: number
  items: readonly string[]
  pages: Pages
}) {
  const times = new Map<string, number[]>()
  const answers = new Map<string, number>()
  const failed: string[] = []
  const lines = new Map<string, string>()

  /** Counts a failure: no answer, or a status of 500 or more. */
  async function call(name: string, { method, path, token, body, key }: Call) {
    const startedAt = performance.now()
    try {
      const response = await fetch(url + path, {
        method,
        headers: {
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(key !== undefined && { 'idempotency-key': key }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      if (response.status >= 500) failed.push(`${name}: ${response.status} ${text.slice(0, 100)}`)
      answers.set(
        `${name} ${response.status}`,
        (answers.get(`${name} ${response.status}`) ?? 0) + 1,
      )
      return { status: response.status, headers: response.headers, text }
    } catch (error) {
      failed.push(`${name}: ${String(error)}`)
      return { status: 0, headers: new Headers(), text: '' }
    } finally {
      const own = times.get(name) ?? []
      times.set(name, own)
      own.push(performance.now() - startedAt)
    }
  }
  const asAdmin = async () => sign(clubs.length + upTo(administrators) - 1)

  async function order() {
    const index = Math.floor(Math.random() * clubs.length)
    const userId = clubs[index]?.id
    const rows = Array.from({ length: upTo(5) }, () => ({
      item_id: anyOf(items),
      ordered_quantity: upTo(9),
    }))
    const custom = { itemName: `Lantern ${upTo(30)}`, ordered_quantity: 1 }
    const placing = {
      method: 'POST',
      path: '/cart/add-items',
      token: await sign(index),
      body: { userId, items: Math.random() < 0.2 ? [...rows, custom] : rows },
      key: Bun.randomUUIDv7(),
    }
    const { status, text } = await call('order', placing)
    if (status === 200)
      for (const { _id } of (JSON.parse(text) as { items: OrderLine[] }).items.slice(0, 3))
        lines.set(userId ?? '', _id)
    if (Math.random() < 0.2) await call('order again', placing)
  }
  async function allot() {
    const _id = anyOf([...lines.values()])
    if (_id === undefined) return
    const change = { _id, allotted_quantity: Math.random() < 0.5 ? upTo(3) : -1, status: 'Ready' }
    await call('allot', {
      method: 'PUT',
      path: '/cart/update-multiple-cart-items',
      token: await asAdmin(),
      body: { items: [change] },
      key: Bun.randomUUIDv7(),
    })
  }
  async function edit() {
    const token = await asAdmin()
    const path = '/inventorys/inventory'
    const { text } = await call('stock list', { method: 'GET', path, token })
    const item = anyOf(JSON.parse(text || '[]') as StockItem[])
    if (!item) return
    const body = { rev: item.rev, itemQuantity: 1_000_000 - upTo(1_000) }
    await call('edit', { method: 'PATCH', path: `${path}/${item._id}`, token, body })
  }
  async function read() {
    const token = await asAdmin()
    for (const list of ['cart-item-summary', 'get-club-list', 'cart-item-summary-custom'])
      await call(list, { method: 'GET', path: `/cart/${list}`, token })
  }
  async function switchOrdering(isConfirmDisabled: boolean): Promise<number> {
    const path = '/cart/confirm-disabled'
    await call('switch', {
      method: 'PUT',
      path,
      token: await asAdmin(),
      body: { isConfirmDisabled },
    })
    const { headers } = await call('read switch', { method: 'GET', path })
    return Number(/\.(\d+)/.exec(headers.get('etag') ?? '')?.[1] ?? 0)
  }
  async function flip() {
    await switchOrdering(true)
    await switchOrdering(false)
  }
  const misbehave = () =>
    call('nonsense', {
      method: 'POST',
      path: '/cart/add-items',
      token: 'no token',
      body: { userId: 7, items: 'x'.repeat(upTo(5_000)) },
    })
  const fail = () =>
    call('wrong password', {
      method: 'POST',
      path: '/users/login',
      body: { email: `member${upTo(50)}@soak.example`, password: 'not-this-one' },
    })

  const habits: [everyMs: number, work: () => Promise<unknown>][] = [
    [60, order],
    [120, allot],
    [700, edit],
    [500, read],
    [3_000, flip],
    [2_000, misbehave],
    [4_000, fail],
    [150, pages.replaceOne],
  ]

  return {
    /** Stops the traffic. Resolves when every request has its answer. */
    async run(goesOn: () => boolean): Promise<void> {
      await Promise.all(
        habits.map(async ([everyMs, work]) => {
          while (goesOn()) {
            await work()
            await Bun.sleep(everyMs)
          }
        }),
      )
    },
    switchOrdering,
    report() {
      const rows = [...times].map(([name, all]) => {
        const sorted = all.toSorted((a, b) => a - b)
        const codes = [...answers]
          .filter(([key]) => key.startsWith(`${name} `) && /^\d+$/.test(key.slice(name.length + 1)))
          .map(([key, times]) => `${times} × ${key.slice(name.length + 1)}`)
        return `${name}: ${codes.join(', ')}; p50 ${quantile(sorted, 0.5)} ms, p99 ${quantile(sorted, 0.99)} ms`
      })
      const shown = failed.slice(0, 10).map((failure) => `failed: ${failure}`)
      return {
        failures: failed.length,
        lines: [...rows, ...shown, `requests that failed: ${failed.length}`],
      }
    },
  }
}
