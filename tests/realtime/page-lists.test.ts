import { describe, expect, test } from 'bun:test'
import { ApiError, type Read } from '#client/portal/api.ts'
import type { StateFrame } from '#src/contract/frames.ts'
import { createLiveList } from '#client/portal/live/list.ts'
import { createLiveState, type LiveOptions } from '#client/portal/live/state.ts'
import type { OrderLine } from '#src/contract/records.ts'
import { createScriptedPage } from './support/scripted-wire.ts'

type Row = { _id: string; name: string }
type Answer = Read<Row[]> | 'unchanged'

const at = (rev: number, name: string, epoch = 'e1'): Read<Row[]> => ({
  epoch,
  rev,
  rows: [{ _id: 'a', name }],
})
const moved = (topic: 'inventory' | 'carts', rev: number, epoch = 'e1'): StateFrame => ({
  type: 'state',
  topic,
  epoch,
  rev,
})

/** A list on a scripted page; `answer` settles the oldest read that waits. */
function createScriptedList(options: Partial<LiveOptions<Row[]>> = {}) {
  const page = createScriptedPage()
  const asked: ({ epoch: string; rev: number } | null)[] = []
  const waiting: { resolve(answer: Answer): void; reject(error: unknown): void }[] = []
  const state = createLiveState<Row[]>(
    {
      topics: ['inventory'],
      read(shown) {
        asked.push(shown)
        return new Promise((resolve, reject) => waiting.push({ resolve, reject }))
      },
      ...options,
    },
    page.core,
  )
  return {
    ...page,
    state,
    /** The revision that each read sent as known. */
    asked,
    shown: () => state.store.getState(),
    async answer(answer: Answer) {
      waiting.shift()?.resolve(answer)
      await page.time.advance(0)
    },
    async fail(error: unknown) {
      waiting.shift()?.reject(error)
      await page.time.advance(0)
    },
  }
}

describe('a list', () => {
  test('is read when a page starts to use it, and shows the answer', async () => {
    const list = createScriptedList()
    expect(list.asked).toEqual([])
    list.state.activate()
    await list.time.advance(0)
    expect(list.shown()).toMatchObject({ phase: 'loading', value: null })
    await list.answer(at(3, 'first'))
    expect(list.shown()).toMatchObject({ phase: 'ready', value: [{ name: 'first' }], error: null })
  })

  test('is read again only when the topic has a larger revision than the one shown', async () => {
    const list = createScriptedList()
    list.state.activate()
    list.goLive()
    await list.time.advance(0)
    await list.answer(at(3, 'first'))
    list.tell(moved('inventory', 3))
    await list.time.advance(1_000)
    expect(list.asked).toHaveLength(1)
    list.tell(moved('inventory', 4))
    await list.time.advance(0)
    expect(list.asked).toEqual([null, { epoch: 'e1', rev: 3 }])
    await list.answer(at(4, 'second'))
    expect(list.shown().value).toEqual([{ _id: 'a', name: 'second' }])
  })

  test('is read at most once in 250 ms, and always after the last change', async () => {
    const list = createScriptedList()
    list.state.activate()
    list.goLive()
    await list.time.advance(0)
    await list.answer(at(1, 'at 1'))
    await list.time.advance(1_000)
    list.tell(moved('inventory', 2))
    await list.time.advance(0)
    await list.answer(at(2, 'at 2'))
    for (let rev = 3; rev <= 20; rev++) {
      list.tell(moved('inventory', rev))
      await list.time.advance(10)
    }
    expect(list.asked).toHaveLength(2)
    await list.time.advance(100)
    expect(list.asked).toHaveLength(3)
    await list.answer(at(20, 'at 20'))
    await list.time.advance(5_000)
    expect(list.asked).toHaveLength(3)
  })

  test('is read once more if the topic changed during a read', async () => {
    const list = createScriptedList()
    list.state.activate()
    list.goLive()
    await list.time.advance(0)
    list.tell(moved('inventory', 9))
    await list.time.advance(1_000)
    expect(list.asked).toHaveLength(1)
    await list.answer(at(8, 'old'))
    await list.time.advance(0)
    expect(list.asked).toHaveLength(2)
    await list.answer(at(9, 'new'))
    expect(list.shown().value).toEqual([{ _id: 'a', name: 'new' }])
  })

  test('does not go back to an older answer that arrives late', async () => {
    const list = createScriptedList({
      fromState: (state) =>
        state.topic === 'inventory' ? [{ _id: 'a', name: `told ${state.rev}` }] : null,
    })
    list.state.activate()
    await list.time.advance(0)
    list.goLive()
    list.tell(moved('inventory', 7))
    expect(list.shown().value).toEqual([{ _id: 'a', name: 'told 7' }])
    await list.answer(at(6, 'overtaken'))
    expect(list.shown().value).toEqual([{ _id: 'a', name: 'told 7' }])
    expect(list.state.shown()).toEqual({ epoch: 'e1', rev: 7 })
  })

  test('accepts a smaller revision of another epoch, as after a restore', async () => {
    const list = createScriptedList()
    list.state.activate()
    list.goLive()
    await list.time.advance(0)
    await list.answer(at(40, 'before'))
    await list.time.advance(250)
    list.tell(moved('inventory', 2, 'e2'))
    await list.time.advance(0)
    await list.answer(at(2, 'restored', 'e2'))
    expect(list.shown().value).toEqual([{ _id: 'a', name: 'restored' }])
  })

  test('of two topics compares its revision with their sum once both are known', async () => {
    const list = createScriptedList({ topics: ['inventory', 'carts'] })
    list.state.activate()
    list.goLive()
    await list.time.advance(0)
    await list.answer(at(130, 'first'))
    await list.time.advance(1_000)
    list.tell(moved('inventory', 40))
    list.tell(moved('carts', 90))
    await list.time.advance(1_000)
    expect(list.asked).toHaveLength(1)
    list.tell(moved('carts', 91))
    await list.time.advance(0)
    expect(list.asked).toHaveLength(2)
  })

  test('with its own revision is read after every change of its topic', async () => {
    const list = createScriptedList({ topics: ['carts'], revOf: 'orders:club' })
    list.state.activate()
    list.goLive()
    list.tell(moved('carts', 90))
    await list.time.advance(0)
    await list.answer(at(3, 'first'))
    await list.time.advance(1_000)
    expect(list.asked).toHaveLength(1)
    list.tell(moved('carts', 91))
    await list.time.advance(0)
    expect(list.asked).toHaveLength(2)
    await list.answer('unchanged')
    await list.time.advance(5_000)
    expect(list.asked).toHaveLength(2)
  })

  test('is not read while nothing uses it, and catches up when something does', async () => {
    const list = createScriptedList()
    const leave = list.state.activate()
    list.goLive()
    await list.time.advance(0)
    await list.answer(at(1, 'first'))
    leave()
    list.tell(moved('inventory', 2))
    await list.time.advance(60_000)
    expect(list.asked).toHaveLength(1)
    list.state.activate()
    expect(list.shown().value).toEqual([{ _id: 'a', name: 'first' }])
    await list.time.advance(0)
    expect(list.asked).toHaveLength(2)
  })

  test('drops the data of another account, and answers to reads of that account', async () => {
    const list = createScriptedList()
    list.state.activate()
    list.goLive()
    await list.time.advance(0)
    list.setCredentials({ accountId: 'south', role: 'user', token: 'token-2' })
    list.core.sessionChanged()
    await list.answer(at(9, "the north's"))
    expect(list.shown()).toMatchObject({ phase: 'loading', value: null })
    await list.time.advance(250)
    await list.answer(at(2, "the south's"))
    expect(list.shown().value).toEqual([{ _id: 'a', name: "the south's" }])
  })
})

describe('a list that cannot be read', () => {
  const unreachable = new ApiError(0, 'network', 'The server cannot be reached.')

  test('shows the error, and is read again within seconds', async () => {
    const list = createScriptedList()
    list.state.activate()
    await list.time.advance(0)
    await list.fail(unreachable)
    expect(list.shown()).toMatchObject({ phase: 'failed', error: unreachable })
    await list.time.advance(4_000)
    expect(list.asked).toHaveLength(2)
    await list.answer(at(1, 'back'))
    expect(list.shown()).toMatchObject({ phase: 'ready', error: null })
  })

  test('keeps the value that it shows', async () => {
    const list = createScriptedList()
    list.state.activate()
    list.goLive()
    await list.time.advance(0)
    await list.answer(at(1, 'first'))
    await list.time.advance(250)
    list.tell(moved('inventory', 2))
    await list.time.advance(0)
    await list.fail(unreachable)
    expect(list.shown()).toMatchObject({
      phase: 'ready',
      value: [{ name: 'first' }],
      error: unreachable,
    })
  })

  test('is not read again after a refusal', async () => {
    const list = createScriptedList()
    list.state.activate()
    await list.time.advance(0)
    await list.fail(new ApiError(403, 'forbidden', 'This is not yours to see or change.'))
    await list.time.advance(120_000)
    expect(list.asked).toHaveLength(1)
  })

  test('is read at once when the page is live again, or on request', async () => {
    const list = createScriptedList()
    list.state.activate()
    await list.time.advance(0)
    for (let n = 0; n < 5; n++) {
      await list.fail(unreachable)
      await list.time.advance(4_000)
    }
    await list.fail(unreachable)
    const before = list.asked.length
    await list.time.advance(250)
    list.goLive()
    await list.time.advance(0)
    expect(list.asked).toHaveLength(before + 1)
    await list.fail(unreachable)
    void list.state.reload()
    expect(list.asked).toHaveLength(before + 2)
  })

  test('reports the last moment at which it was up to date', async () => {
    const list = createScriptedList()
    list.state.activate()
    list.goLive()
    await list.time.advance(0)
    await list.answer(at(1, 'first'))
    await list.time.advance(15_000)
    list.tell({ type: 'beat', revs: { inventory: 1 } })
    await list.time.advance(3_000)
    list.hangUp(1006)
    expect(list.shown().confirmedAt).toBe(15_000)
  })
})

describe('rows', () => {
  const line = (_id: string, remarks: string): OrderLine => ({
    _id,
    itemName: `Item ${_id}`,
    ordered_quantity: 1,
    allotted_quantity: 0,
    status: 'Pending',
    remarks,
    link: '',
  })
  function createOrderPage() {
    const page = createScriptedPage()
    const list = createLiveList<OrderLine>(
      {
        topics: ['orders'],
        read: () => new Promise(() => {}),
        fromState: (state) => (state.topic === 'orders' ? (state.data ?? null) : null),
      },
      page.core,
    )
    let leave = list.activate()
    page.goLive()
    const look = () => void (leave = list.activate())
    const tell = (rev: number, data: OrderLine[]) =>
      page.tell({ type: 'state', topic: 'orders', epoch: 'e1', rev, data })
    return {
      ...page,
      list,
      look,
      leave: () => leave(),
      tell,
      updated: () => [...list.updated().keys()],
    }
  }

  test('changed or added by others are marked for ten seconds', async () => {
    const page = createOrderPage()
    page.tell(1, [line('a', ''), line('b', '')])
    expect(page.updated()).toEqual([])
    page.tell(2, [line('a', ''), line('b', 'ready on Monday'), line('c', '')])
    expect(page.updated()).toEqual(['b', 'c'])
    await page.time.advance(9_999)
    expect(page.updated()).toEqual(['b', 'c'])
    await page.time.advance(1)
    expect(page.updated()).toEqual([])
  })

  test('written by this page are not marked', async () => {
    const page = createOrderPage()
    page.tell(1, [line('a', ''), line('b', '')])
    await page.list.own(({ itemName }) => /[ac]$/.test(itemName), Promise.resolve())
    page.tell(2, [line('a', 'mine'), line('b', 'theirs'), line('c', 'mine')])
    expect(page.updated()).toEqual(['b'])
    await page.time.advance(3_000)
    page.tell(3, [line('a', 'theirs now'), line('b', 'theirs'), line('c', 'mine')])
    expect(page.updated()).toEqual(['b', 'a'])
  })

  test('changed while the list was not in use are not marked', () => {
    const page = createOrderPage()
    page.tell(1, [line('a', '')])
    page.leave()
    page.tell(2, [line('a', 'ready'), line('b', '')])
    page.look()
    expect(page.list.rows()).toEqual([line('a', 'ready'), line('b', '')])
    expect(page.updated()).toEqual([])
    page.tell(3, [line('a', 'ready'), line('b', 'ready')])
    expect(page.updated()).toEqual(['b'])
  })

  test('show the answer to an own write before the matching state arrives', () => {
    const page = createOrderPage()
    page.tell(1, [line('a', '')])
    page.list.apply(() => [line('a', 'mine')])
    expect(page.list.rows()).toEqual([line('a', 'mine')])
    page.tell(2, [line('a', 'mine')])
    expect(page.updated()).toEqual([])
  })
})
