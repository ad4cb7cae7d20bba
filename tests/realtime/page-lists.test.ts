import { QueryObserver } from '@tanstack/react-query'
import { describe, expect, setSystemTime, test } from 'bun:test'
import { ApiError, asNewest, type Read } from '#client/portal/data/api.ts'
import { createLiveQueries, type LiveOptions } from '#client/portal/data/create-live-queries.ts'
import { createQueryClient } from '#client/portal/data/query-client.ts'
import type { StateFrame } from '#src/contract/frames.ts'
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
  const client = createQueryClient()
  const { liveQuery, write } = createLiveQueries(page.core, client)
  const asked: ({ epoch: string; rev: number } | null)[] = []
  const waiting: { resolve(answer: Answer): void; reject(error: unknown): void }[] = []
  const query = liveQuery<Row[]>({
    key: ['list'],
    topics: ['inventory'],
    read(known) {
      asked.push(known && { epoch: known.epoch, rev: known.rev })
      return new Promise((resolve, reject) => waiting.push({ resolve, reject }))
    },
    ...options,
  })
  const value = () => client.getQueryData(query.queryKey)
  return {
    ...page,
    write,
    /** Shows the list until the answered function is called. */
    use: () => new QueryObserver(client, query).subscribe(() => {}),
    reload: () => void client.refetchQueries(query),
    /** The revision that each read sent as known. */
    asked,
    rows: () => value()?.rows,
    revision() {
      const { epoch, rev } = value() ?? {}
      return { epoch, rev }
    },
    changed: () => [...(value()?.changed.keys() ?? [])],
    state: () => client.getQueryState(query.queryKey),
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

/** A live list that shows this answer, a while after it was read. */
async function createListAt(answer: Read<Row[]>, options: Partial<LiveOptions<Row[]>> = {}) {
  const list = createScriptedList(options)
  const leave = list.use()
  list.goLive()
  await list.time.advance(0)
  await list.answer(answer)
  await list.time.advance(1_000)
  return { ...list, leave }
}

describe('a list', () => {
  test('is read again only when the topic has a larger revision than the one shown', async () => {
    const list = await createListAt(at(3, 'first'))
    list.tell(moved('inventory', 3))
    await list.time.advance(1_000)
    expect(list.asked).toHaveLength(1)
    list.tell(moved('inventory', 4))
    await list.time.advance(0)
    expect(list.asked).toEqual([null, { epoch: 'e1', rev: 3 }])
    await list.answer(at(4, 'second'))
    expect(list.rows()).toEqual([{ _id: 'a', name: 'second' }])
  })

  test('is read at most once in 250 ms, and always after the last change', async () => {
    const list = await createListAt(at(1, 'at 1'))
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
    list.use()
    list.goLive()
    await list.time.advance(0)
    list.tell(moved('inventory', 9))
    await list.time.advance(1_000)
    expect(list.asked).toHaveLength(1)
    await list.answer(at(8, 'old'))
    await list.time.advance(0)
    expect(list.asked).toHaveLength(2)
    await list.answer(at(9, 'new'))
    expect(list.rows()).toEqual([{ _id: 'a', name: 'new' }])
  })

  test('accepts a smaller revision of another epoch, as after a restore', async () => {
    const list = await createListAt(at(40, 'before'))
    list.tell(moved('inventory', 2, 'e2'))
    await list.time.advance(0)
    await list.answer(at(2, 'restored', 'e2'))
    expect(list.rows()).toEqual([{ _id: 'a', name: 'restored' }])
  })

  test('of two topics compares its revision with their sum once both are known', async () => {
    const list = await createListAt(at(130, 'first'), { topics: ['inventory', 'carts'] })
    list.tell(moved('inventory', 40))
    list.tell(moved('carts', 90))
    await list.time.advance(1_000)
    expect(list.asked).toHaveLength(1)
    list.tell(moved('carts', 91))
    await list.time.advance(0)
    expect(list.asked).toHaveLength(2)
  })

  test('whose revision a proxy has lost is read after every change of its topic, and not else', async () => {
    const list = createScriptedList({ topics: ['inventory', 'carts'] })
    list.goLive()
    list.tell(moved('inventory', 40))
    list.use()
    await list.time.advance(0)
    await list.answer(asNewest([{ _id: 'a', name: 'first' }]))
    await list.time.advance(5_000)
    expect(list.asked).toHaveLength(1)
    list.tell(moved('inventory', 41))
    await list.time.advance(0)
    await list.answer(asNewest([{ _id: 'a', name: 'second' }]))
    expect(list.rows()).toEqual([{ _id: 'a', name: 'second' }])
    await list.time.advance(5_000)
    expect(list.asked).toHaveLength(2)
  })

  test('does not go back to an answer without a revision that a frame has overtaken', async () => {
    const list = createScriptedList({
      fromState: (state) =>
        state.topic === 'inventory' ? [{ _id: 'a', name: `told ${state.rev}` }] : null,
    })
    list.use()
    await list.time.advance(0)
    list.goLive()
    list.tell(moved('inventory', 7))
    await list.answer(asNewest([{ _id: 'a', name: 'overtaken' }]))
    expect(list.rows()).toEqual([{ _id: 'a', name: 'told 7' }])
    list.reload()
    await list.time.advance(250)
    await list.answer(asNewest([{ _id: 'a', name: 'read' }]))
    expect(list.rows()).toEqual([{ _id: 'a', name: 'read' }])
    list.tell(moved('inventory', 8))
    expect(list.rows()).toEqual([{ _id: 'a', name: 'told 8' }])
  })

  test('catches up also when the clock was set back since it was read', async () => {
    const list = await createListAt(at(3, 'first'))
    list.leave()
    list.tell(moved('inventory', 4))
    setSystemTime(Date.now() - 86_400_000)
    list.use()
    setSystemTime()
    await list.time.advance(1_000)
    expect(list.asked).toHaveLength(2)
  })

  test('drops the data of another account, and answers to reads of that account', async () => {
    const list = createScriptedList()
    list.use()
    list.goLive()
    await list.time.advance(0)
    list.setCredentials({ personId: 'south', role: 'user', token: 'token-2' })
    list.core.sessionChanged()
    await list.answer(at(9, "the north's"))
    expect(list.rows()).toBeUndefined()
    await list.time.advance(250)
    await list.answer(at(2, "the south's"))
    expect(list.rows()).toEqual([{ _id: 'a', name: "the south's" }])
  })
})

describe('a list that cannot be read', () => {
  const unreachable = new ApiError(0, 'network', 'The server cannot be reached.')

  test('shows the error, and is read again within seconds', async () => {
    const list = createScriptedList()
    list.use()
    await list.time.advance(0)
    await list.fail(unreachable)
    expect(list.state()).toMatchObject({ status: 'error', error: unreachable })
    await list.time.advance(4_000)
    expect(list.asked).toHaveLength(2)
    await list.answer(at(1, 'back'))
    expect(list.state()).toMatchObject({ status: 'success', error: null })
  })

  test('is not read again after a refusal', async () => {
    const list = createScriptedList()
    list.use()
    await list.time.advance(0)
    await list.fail(new ApiError(403, 'forbidden', 'This is not yours to see or change.'))
    await list.time.advance(120_000)
    expect(list.asked).toHaveLength(1)
  })

  test('is read at once when the page is live again, or on request', async () => {
    const list = createScriptedList()
    list.use()
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
    list.reload()
    await list.time.advance(250)
    expect(list.asked).toHaveLength(before + 2)
  })

  test('reports the last moment at which it was up to date', async () => {
    const list = await createListAt(at(1, 'first'))
    await list.time.advance(15_000)
    list.tell({ type: 'beat', revs: { inventory: 1 } })
    await list.time.advance(3_000)
    list.hangUp(1006)
    expect(list.state()?.dataUpdatedAt).toBe(16_000)
  })
})

describe('rows', () => {
  const row = (_id: string, name: string): Row => ({ _id, name })
  const read = (rev: number, rows: Row[]) => ({ epoch: 'e1', rev, rows })

  async function createListOf(rows: Row[]) {
    const list = await createListAt(read(1, rows))
    let rev = 1
    return {
      ...list,
      /** Others change the rows. */
      async change(rows: Row[]) {
        await list.time.advance(1_000)
        list.tell(moved('inventory', ++rev))
        await list.time.advance(0)
        await list.answer(read(rev, rows))
      },
    }
  }

  test('that others changed or added are marked, for ten seconds', async () => {
    const list = await createListOf([row('a', ''), row('b', '')])
    expect(list.changed()).toEqual([])
    await list.change([row('a', ''), row('b', 'ready on Monday'), row('c', '')])
    expect(list.changed()).toEqual(['b', 'c'])
    await list.time.advance(9_999)
    expect(list.changed()).toEqual(['b', 'c'])
    await list.time.advance(1)
    expect(list.changed()).toEqual([])
  })

  test('that this page writes are not marked, until the page shows the write', async () => {
    const list = await createListOf([row('a', ''), row('b', '')])
    const written = list.write(Promise.resolve('done'), ({ _id }) => /[ac]/.test(_id))
    await list.time.advance(250)
    await list.answer(read(3, [row('a', 'mine'), row('b', 'theirs'), row('c', 'mine')]))
    expect(await written).toBe('done')
    expect(list.rows()).toHaveLength(3)
    expect(list.changed()).toEqual(['b'])
  })
})

describe('a write of this page', () => {
  const refused = new ApiError(409, 'name_taken', 'There is such an item.')
  const unreachable = new ApiError(0, 'network', 'The server cannot be reached.')

  test('is shown before it is done, also without a socket', async () => {
    const list = await createListAt(at(3, 'first'))
    list.hangUp(1006)
    const written = list.write(Promise.resolve())
    await list.time.advance(0)
    await list.answer(at(4, 'saved'))
    await written
    expect(list.rows()).toEqual([{ _id: 'a', name: 'saved' }])
  })

  test('takes one read, also when a frame has led to it before the answer comes', async () => {
    const list = await createListAt(at(3, 'first'))
    const answer = Promise.withResolvers<string>()
    const written = list.write(answer.promise)
    await list.time.advance(1)
    list.tell(moved('inventory', 4))
    await list.time.advance(0)
    await list.answer(at(4, 'saved'))
    answer.resolve('done')
    expect(await written).toBe('done')
    await list.time.advance(5_000)
    expect(list.asked).toHaveLength(2)
  })

  test('is shown before it is done, also when a read overtook it', async () => {
    for (const isReadOver of [true, false]) {
      const list = await createListAt(at(3, 'first'))
      const answer = Promise.withResolvers<string>()
      const written = list.write(answer.promise, () => true)
      await list.time.advance(1)
      list.reload()
      await list.time.advance(0)
      if (isReadOver) await list.answer(at(3, 'first'))
      answer.resolve('done')
      await list.time.advance(0)
      if (!isReadOver) await list.answer(at(3, 'first'))
      await list.time.advance(250)
      await list.answer(at(4, 'saved'))
      expect(await written).toBe('done')
      expect(list.rows()).toEqual([{ _id: 'a', name: 'saved' }])
      expect(list.changed()).toEqual([])
    }
  })

  test('never sets back what somebody else has done since', async () => {
    const list = await createListAt(at(3, 'first'))
    list.tell(moved('inventory', 5))
    const written = list.write(Promise.resolve())
    await list.time.advance(0)
    await list.answer(at(5, 'theirs'))
    await list.time.advance(250)
    await list.answer('unchanged')
    await written
    list.tell(moved('inventory', 4))
    await list.time.advance(5_000)
    expect(list.rows()).toEqual([{ _id: 'a', name: 'theirs' }])
  })

  test('that is refused is followed by a read, for somebody else may have changed something', async () => {
    const list = await createListAt(at(3, 'first'))
    const written = list.write(Promise.reject(refused)).catch((error: unknown) => error)
    await list.time.advance(0)
    await list.answer(at(4, 'theirs'))
    expect(await written).toBe(refused)
    expect(list.rows()).toEqual([{ _id: 'a', name: 'theirs' }])
  })

  test('that was not answered fails at once, and a read goes on', async () => {
    const list = await createListAt(at(3, 'first'))
    const written = list.write(Promise.reject(unreachable)).catch((error: unknown) => error)
    expect(await written).toBe(unreachable)
    await list.time.advance(0)
    expect(list.asked).toHaveLength(2)
  })
})
