import { describe, expect, test } from 'bun:test'
import { CLOSE, type StateFrame } from '#src/contract/frames.ts'
import { toWireOrdering } from '#src/contract/wire.ts'
import { FIRST_ORDERING } from '#src/rules/window.ts'
import { createScriptedPage } from './support/scripted-wire.ts'

const ORDERING = { ...FIRST_ORDERING, edition: { _id: 'e', name: 'First edition' } }

const ordering = (rev: number, isConfirmDisabled: boolean, epoch = 'e1'): StateFrame => ({
  type: 'state',
  topic: 'ordering',
  epoch,
  rev,
  data: toWireOrdering({ ...ORDERING, isOpen: !isConfirmDisabled }, 0),
})

function createLivePage() {
  const page = createScriptedPage()
  page.goLive()
  return page
}

describe('a page that connects', () => {
  test('sends hello with its token, and is live after the welcome', () => {
    const page = createScriptedPage()
    page.core.start()
    expect(page.said).toEqual([])
    page.open()
    expect(page.said).toEqual([{ type: 'hello', token: 'token-1' }])
    expect(page.core.connection().status).toBe('connecting')
    page.tell({ type: 'welcome', topics: ['ordering'] })
    expect(page.core.connection().status).toBe('live')
  })

  test('does so once, and not before its start', () => {
    const page = createScriptedPage()
    page.core.wake()
    expect(page.attempts).toEqual([])
    page.goLive()
    page.core.start()
    expect(page.attempts).toHaveLength(1)
  })

  test('applies only a state that is newer or of another epoch', () => {
    const page = createScriptedPage()
    const shown: number[] = []
    page.core.listen({ state: ({ rev }) => void shown.push(rev) })
    page.goLive()
    page.tell(ordering(5, true))
    page.tell(ordering(4, false))
    page.tell(ordering(5, false))
    page.tell(ordering(6, false))
    page.tell(ordering(1, true, 'e2'))
    expect(shown).toEqual([5, 6, 1])
    expect(page.core.state('ordering')?.rev).toBe(1)
  })

  test('knows the time of the server while a state is kept, and after its own clock was set', async () => {
    const page = createScriptedPage()
    const HOUR = 3_600_000
    const tellAt = (now: number) => {
      const data = toWireOrdering(ORDERING, now)
      page.tell({ type: 'state', topic: 'ordering', epoch: 'e1', rev: 1, data })
    }
    page.goLive()
    tellAt(HOUR)
    await page.time.advance(20_000)
    expect(page.core.serverNow()).toBe(HOUR + 20_000)
    // The device slept or its clock was set: the state that is already known comes with another time.
    tellAt(3 * HOUR)
    expect(page.core.state('ordering')?.data).toMatchObject({ now: '1970-01-01T01:00:00.000Z' })
    expect(page.core.serverNow()).toBe(3 * HOUR)
    page.core.setClock('1970-01-01T02:00:00.000Z')
    await page.time.advance(1)
    expect(page.core.serverNow()).toBe(2 * HOUR + 1)
  })

  test('sends sync for each topic with a larger revision in a beat', () => {
    const page = createLivePage()
    page.tell(ordering(5, true))
    page.said.length = 0
    page.tell({ type: 'beat', revs: { ordering: 5 } })
    expect(page.said).toEqual([])
    page.tell({ type: 'beat', revs: { ordering: 6, orders: 0 } })
    expect(page.said).toEqual([
      { type: 'sync', topic: 'ordering' },
      { type: 'sync', topic: 'orders' },
    ])
  })
})

describe('a page that has lost its socket', () => {
  test('reconnects after a random part of a time that doubles up to 30 s', async () => {
    const page = createScriptedPage()
    page.core.start()
    const waits: number[] = []
    while (waits.length < 9) {
      const from = page.time.now()
      page.hangUp(1006)
      // it was never live: there is nothing to tell yet
      if (waits.length === 0) expect(page.statuses).toEqual([])
      const known = page.attempts.length
      while (page.attempts.length === known) await page.time.advance(100)
      waits.push(page.time.now() - from)
    }
    expect(waits).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000])
  })

  test('may reconnect at any moment of that time, so that a thousand pages do not reconnect at once', async () => {
    const page = createScriptedPage({ random: () => 0.25 })
    page.goLive()
    page.hangUp(CLOSE.restart)
    await page.time.advance(124)
    expect(page.attempts).toHaveLength(1)
    await page.time.advance(1)
    expect(page.attempts).toHaveLength(2)
  })

  test('starts with short waits again only after it was live for 5 s', async () => {
    const page = createLivePage()
    page.hangUp(1006)
    await page.time.advance(500)
    page.goLive()
    page.hangUp(1006)
    await page.time.advance(999)
    expect(page.attempts).toHaveLength(2)
    await page.time.advance(1)
    expect(page.attempts).toHaveLength(3)
    page.goLive()
    await page.time.advance(5_000)
    page.hangUp(1006)
    await page.time.advance(500)
    expect(page.attempts).toHaveLength(4)
  })

  test('waits longer when the server is overloaded', async () => {
    const page = createLivePage()
    page.hangUp(CLOSE.overloaded)
    await page.time.advance(7_999)
    expect(page.attempts).toHaveLength(1)
    await page.time.advance(1)
    expect(page.attempts).toHaveLength(2)
  })

  test('reconnects at once when the network returns or the page becomes visible', async () => {
    const page = createScriptedPage()
    page.core.start()
    for (let n = 0; n < 6; n++) {
      page.hangUp(1006)
      page.core.wake()
    }
    expect(page.attempts).toEqual([0, 0, 0, 0, 0, 0, 0])
  })

  test('gives up its socket 25 s after the last frame', async () => {
    const page = createLivePage()
    await page.time.advance(15_000)
    page.tell({ type: 'beat', revs: {} })
    await page.time.advance(24_999)
    expect(page.core.connection().status).toBe('live')
    await page.time.advance(1)
    expect(page.core.connection().status).toBe('reconnecting')
    await page.time.advance(500)
    expect(page.attempts).toHaveLength(2)
  })

  test('ignores late frames of an old socket', async () => {
    const page = createLivePage()
    page.tell(ordering(5, true))
    await page.time.advance(25_500)
    page.goLive()
    page.tell(ordering(6, false), 0)
    expect(page.core.state('ordering')?.rev).toBe(5)
  })

  test('asks its socket when it returns, and gives up one that does not answer', async () => {
    const page = createLivePage()
    page.tell(ordering(5, true))
    for (const answers of [true, false]) {
      page.said.length = 0
      page.core.wake()
      expect(page.said).toEqual([{ type: 'sync', topic: 'ordering' }])
      await page.time.advance(2_499)
      expect(page.core.connection().status).toBe('live')
      if (answers) page.tell(ordering(5, true))
      await page.time.advance(1)
      expect(page.core.connection().status).toBe(answers ? 'live' : 'reconnecting')
    }
    await page.time.advance(500)
    expect(page.attempts).toHaveLength(2)
  })

  test('replaces a socket at once that fell silent while the device slept', () => {
    const page = createLivePage()
    page.sleep(26_000)
    page.core.wake()
    expect(page.attempts).toHaveLength(2)
    expect(page.core.connection().status).toBe('reconnecting')
  })

  test('is offline as soon as the browser reports it', () => {
    const page = createLivePage()
    page.core.networkLost()
    expect(page.core.connection().status).toBe('offline')
    page.core.wake()
    page.goLive()
    expect(page.core.connection().status).toBe('live')
  })
})

describe('a page without a socket', () => {
  test('reads by HTTP after 5 s and every 10 s, until it is welcomed', async () => {
    const page = createScriptedPage()
    const reads: number[] = []
    page.core.listen({ poll: async () => reads.push(page.time.now()) > 0 })
    page.core.start()
    await page.time.advance(24_000)
    expect(reads).toEqual([5_000, 15_000])
    expect(page.core.connection().status).toBe('reconnecting')
    page.goLive()
    await page.time.advance(20_000)
    expect(reads).toEqual([5_000, 15_000])
  })

  test('is offline since its last confirmed moment if HTTP fails too', async () => {
    const page = createScriptedPage()
    let isReached = false
    page.core.listen({ poll: async () => isReached })
    page.goLive()
    await page.time.advance(8_000)
    page.tell({ type: 'beat', revs: {} })
    await page.time.advance(2_000)
    page.hangUp(1006)
    expect(page.core.connection()).toEqual({ status: 'reconnecting', since: 10_000 })
    await page.time.advance(5_000)
    expect(page.core.connection()).toEqual({ status: 'offline', since: 8_000 })
    isReached = true
    await page.time.advance(10_000)
    expect(page.core.connection().status).toBe('reconnecting')
  })

  test('after 4408 reads by HTTP, and reconnects only when the person asks for it', async () => {
    const page = createScriptedPage()
    let reads = 0
    page.core.listen({ poll: async () => ++reads > 0 })
    page.goLive()
    page.hangUp(CLOSE.tooMany)
    expect(page.core.connection().status).toBe('elsewhere')
    await page.time.advance(60_000)
    expect(page.attempts).toHaveLength(1)
    expect(reads).toBe(7)
    expect(page.core.connection().status).toBe('elsewhere')
    page.core.wake()
    expect(page.attempts).toHaveLength(1)
    page.core.goLiveHere()
    page.goLive()
    expect(page.attempts).toHaveLength(2)
    expect(page.core.connection().status).toBe('live')
    await page.time.advance(20_000)
    expect(reads).toBe(7)
  })

  test('does not reconnect after 4403', async () => {
    const page = createScriptedPage()
    let reads = 0
    page.core.listen({ poll: async () => ++reads > 0 })
    page.goLive()
    page.hangUp(CLOSE.stop)
    await page.time.advance(60_000)
    page.setCredentials({ personId: 'north', role: 'user', token: 'token-2' })
    page.core.sessionChanged()
    expect([page.attempts.length, reads]).toEqual([1, 0])
    expect(page.core.connection().status).toBe('offline')
  })
})

describe('a page whose session changes', () => {
  test('keeps its session when its hello came too late, checks it by HTTP at once and reconnects', async () => {
    const page = createScriptedPage()
    const reads: number[] = []
    page.core.listen({ poll: async () => reads.push(page.time.now()) > 0 })
    page.core.start()
    page.open()
    await page.time.advance(2_000)
    page.hangUp(CLOSE.signInAgain)
    await page.time.advance(0)
    expect(reads).toEqual([2_000])
    await page.time.advance(500)
    expect(page.attempts).toEqual([0, 2_500])
    page.goLive()
    expect(page.said.at(-1)).toEqual({ type: 'hello', token: 'token-1' })
    expect(page.core.connection().status).toBe('live')
    expect(page.sessionEnds()).toBe(0)
    await page.time.advance(20_000)
    expect(reads).toEqual([2_000])
  })

  test('waits longer and longer while its hellos are refused', async () => {
    const page = createScriptedPage()
    let reads = 0
    page.core.listen({ poll: async () => ++reads > 0 })
    page.core.start()
    while (page.time.now() < 300_000) {
      const known = page.attempts.length
      page.hangUp(CLOSE.signInAgain)
      while (page.attempts.length === known) await page.time.advance(100)
    }
    expect(page.attempts.length).toBeLessThan(20)
    expect(reads).toBeLessThan(60)
    expect(page.sessionEnds()).toBe(0)
  })

  test('ends its session when the server closes a welcomed socket with 4401', () => {
    const page = createLivePage()
    page.hangUp(CLOSE.signInAgain)
    expect(page.sessionEnds()).toBe(1)
  })

  test('reconnects with the new token after another tab has signed in', async () => {
    const page = createLivePage()
    page.setCredentials({ personId: 'north', role: 'user', token: 'token-2' })
    page.hangUp(CLOSE.signInAgain)
    expect(page.sessionEnds()).toBe(0)
    await page.time.advance(500)
    page.open()
    expect(page.said.at(-1)).toEqual({ type: 'hello', token: 'token-2' })
  })

  test('sends a renewed token on the same socket', () => {
    const page = createLivePage()
    page.setCredentials({ personId: 'north', role: 'user', token: 'token-2' })
    page.core.sessionChanged()
    page.core.sessionChanged()
    expect(page.said).toEqual([
      { type: 'hello', token: 'token-1' },
      { type: 'token', token: 'token-2' },
    ])
    expect(page.attempts).toHaveLength(1)
  })

  test('clears its states and reconnects for another account', () => {
    const page = createScriptedPage()
    let forgotten = 0
    page.core.listen({ account: () => void forgotten++ })
    page.goLive()
    page.tell(ordering(5, true))
    page.setCredentials({ personId: 'south', role: 'user', token: 'token-2' })
    page.core.sessionChanged()
    expect(page.core.state('ordering')).toBeNull()
    expect(forgotten).toBe(1)
    page.open()
    expect(page.said.at(-1)).toEqual({ type: 'hello', token: 'token-2' })
  })

  test('reconnects as a visitor after signing out', () => {
    const page = createLivePage()
    page.setCredentials(null)
    page.core.sessionChanged()
    page.open()
    expect(page.said.at(-1)).toEqual({ type: 'hello' })
  })
})
