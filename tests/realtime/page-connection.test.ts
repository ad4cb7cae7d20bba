import { describe, expect, test } from 'bun:test'
import { CLOSE, type StateFrame } from '#src/contract/frames.ts'
import { createScriptedPage } from './support/scripted-wire.ts'

const ordering = (rev: number, isConfirmDisabled: boolean, epoch = 'e1'): StateFrame => ({
  type: 'state',
  topic: 'ordering',
  epoch,
  rev,
  data: { isConfirmDisabled },
})

describe('a page that connects', () => {
  test('says hello with its token, and is live once it is welcomed', () => {
    const page = createScriptedPage()
    page.core.start()
    expect(page.said).toEqual([])
    page.open()
    expect(page.said).toEqual([{ type: 'hello', token: 'token-1' }])
    expect(page.core.connection().status).toBe('connecting')
    page.tell({ type: 'welcome', topics: ['ordering'] })
    expect(page.core.connection().status).toBe('live')
  })

  test('says hello without a token as a visitor', () => {
    const page = createScriptedPage()
    page.setCredentials(null)
    page.core.start()
    page.open()
    expect(page.said).toEqual([{ type: 'hello' }])
  })

  test('takes a state that is newer or of another epoch, and no other', () => {
    const page = createScriptedPage()
    const shown: number[] = []
    page.core.subscribe('ordering', ({ rev }) => void shown.push(rev))
    page.goLive()
    page.tell(ordering(5, true))
    page.tell(ordering(4, false))
    page.tell(ordering(5, false))
    page.tell(ordering(6, false))
    page.tell(ordering(1, true, 'e2'))
    expect(shown).toEqual([5, 6, 1])
  })

  test('begins with the newest state for who listens later', () => {
    const page = createScriptedPage()
    page.goLive()
    page.tell(ordering(5, true))
    const shown: number[] = []
    page.core.subscribe('ordering', ({ rev }) => void shown.push(rev))
    expect(shown).toEqual([5])
  })

  test('asks again for each topic of which a beat names a larger revision', () => {
    const page = createScriptedPage()
    page.goLive()
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

describe('a page whose socket is gone', () => {
  test('comes back after a random part of a time that doubles up to 30 s', async () => {
    const page = createScriptedPage()
    page.core.start()
    const waits: number[] = []
    while (waits.length < 9) {
      const from = page.time.now()
      page.hangUp(1006)
      const known = page.attempts.length
      while (page.attempts.length === known) await page.time.advance(100)
      waits.push(page.time.now() - from)
    }
    expect(waits).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000])
  })

  test('may come back at any moment of that time, so that a thousand pages do not come at once', async () => {
    const page = createScriptedPage({ random: () => 0.25 })
    page.goLive()
    page.hangUp(CLOSE.restart)
    await page.time.advance(124)
    expect(page.attempts).toHaveLength(1)
    await page.time.advance(1)
    expect(page.attempts).toHaveLength(2)
  })

  test('begins with short waits again only after it was live for a while', async () => {
    const page = createScriptedPage()
    page.goLive()
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
    const page = createScriptedPage()
    page.goLive()
    page.hangUp(CLOSE.overloaded)
    await page.time.advance(7_999)
    expect(page.attempts).toHaveLength(1)
    await page.time.advance(1)
    expect(page.attempts).toHaveLength(2)
  })

  test('comes back at once when the network does, or when somebody looks', async () => {
    const page = createScriptedPage()
    page.core.start()
    for (let n = 0; n < 6; n++) {
      page.hangUp(1006)
      page.core.wake()
    }
    expect(page.attempts).toEqual([0, 0, 0, 0, 0, 0, 0])
  })

  test('is noticed after 25 s of silence, and a frame counts as a sign of life', async () => {
    const page = createScriptedPage()
    page.goLive()
    await page.time.advance(15_000)
    page.tell({ type: 'beat', revs: {} })
    await page.time.advance(24_999)
    expect(page.core.connection().status).toBe('live')
    await page.time.advance(1)
    expect(page.core.connection().status).toBe('reconnecting')
    await page.time.advance(500)
    expect(page.attempts).toHaveLength(2)
  })

  test('does not hear what an old socket still says', async () => {
    const page = createScriptedPage()
    page.goLive()
    page.tell(ordering(5, true))
    await page.time.advance(25_500)
    page.goLive()
    page.tell(ordering(6, false), 0)
    expect(page.core.state('ordering')?.rev).toBe(5)
  })

  test('leaves a socket alone that has just spoken when somebody looks', () => {
    const page = createScriptedPage()
    page.goLive()
    page.core.wake()
    expect(page.attempts).toHaveLength(1)
  })

  test('knows at once that it is offline when the browser does', () => {
    const page = createScriptedPage()
    page.goLive()
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
    page.core.onPoll(async () => {
      reads.push(page.time.now())
      return true
    })
    page.core.start()
    await page.time.advance(24_000)
    expect(reads).toEqual([5_000, 15_000])
    expect(page.core.connection().status).toBe('reconnecting')
    page.goLive()
    await page.time.advance(20_000)
    expect(reads).toEqual([5_000, 15_000])
  })

  test('is offline since it last heard the truth when HTTP does not reach the server either', async () => {
    const page = createScriptedPage()
    let isReached = false
    page.core.onPoll(async () => isReached)
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

  test('that another page has taken it from does not reconnect, reads by HTTP and may take it back', async () => {
    const page = createScriptedPage()
    let reads = 0
    page.core.onPoll(async () => ++reads > 0)
    page.goLive()
    page.hangUp(CLOSE.tooMany)
    expect(page.core.connection().status).toBe('elsewhere')
    await page.time.advance(60_000)
    expect(page.attempts).toHaveLength(1)
    expect(reads).toBe(7)
    page.core.wake()
    expect(page.attempts).toHaveLength(1)
    page.core.goLiveHere()
    page.goLive()
    expect(page.attempts).toHaveLength(2)
    expect(page.core.connection().status).toBe('live')
    await page.time.advance(20_000)
    expect(reads).toBe(7)
  })

  test('that was told to stop stops', async () => {
    const page = createScriptedPage()
    let reads = 0
    page.core.onPoll(async () => ++reads > 0)
    page.goLive()
    page.hangUp(CLOSE.stop)
    await page.time.advance(60_000)
    expect([page.attempts.length, reads]).toEqual([1, 0])
    expect(page.core.connection().status).toBe('offline')
  })
})

describe('a page whose session changes', () => {
  test('keeps a session whose hello came too late, asks by HTTP at once and connects again', async () => {
    const page = createScriptedPage()
    const reads: number[] = []
    page.core.onPoll(async () => reads.push(page.time.now()) > 0)
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

  test('does not storm the server while each of its hellos is refused', async () => {
    const page = createScriptedPage()
    let reads = 0
    page.core.onPoll(async () => ++reads > 0)
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

  test('ends with the session that the server ends after it had welcomed it', () => {
    const page = createScriptedPage()
    page.goLive()
    page.hangUp(CLOSE.signInAgain)
    expect(page.sessionEnds()).toBe(1)
  })

  test('comes back with the new token when another tab has signed in meanwhile', async () => {
    const page = createScriptedPage()
    page.goLive()
    page.setCredentials({ accountId: 'north', token: 'token-2' })
    page.hangUp(CLOSE.signInAgain)
    expect(page.sessionEnds()).toBe(0)
    await page.time.advance(500)
    page.open()
    expect(page.said.at(-1)).toEqual({ type: 'hello', token: 'token-2' })
  })

  test('hands a renewed token over on the same socket', () => {
    const page = createScriptedPage()
    page.goLive()
    page.setCredentials({ accountId: 'north', token: 'token-2' })
    page.core.sessionChanged()
    expect(page.said.at(-1)).toEqual({ type: 'token', token: 'token-2' })
    expect(page.attempts).toHaveLength(1)
  })

  test('forgets everything and connects anew for another account', () => {
    const page = createScriptedPage()
    let forgotten = 0
    page.core.onAccount(() => void forgotten++)
    page.goLive()
    page.tell(ordering(5, true))
    page.setCredentials({ accountId: 'south', token: 'token-2' })
    page.core.sessionChanged()
    expect(page.core.state('ordering')).toBeNull()
    expect(forgotten).toBe(1)
    page.open()
    expect(page.said.at(-1)).toEqual({ type: 'hello', token: 'token-2' })
  })

  test('signs out into a visitor', () => {
    const page = createScriptedPage()
    page.goLive()
    page.setCredentials(null)
    page.core.sessionChanged()
    page.open()
    expect(page.said.at(-1)).toEqual({ type: 'hello' })
    expect(page.core.accountId()).toBeNull()
  })
})
