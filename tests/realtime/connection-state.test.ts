/** The page's connection after each event: its phase, its status and its effects. */
import { describe, expect, test } from 'bun:test'
import {
  initialState,
  next,
  type ConnectionEvent,
  type ConnectionState,
  type Credentials,
  type Effect,
  type Moment,
} from '#client/portal/data/connection-state.ts'
import { CLOSE } from '#src/contract/frames.ts'

const NORTH: Credentials = { accountId: 'north', role: 'user', token: 'token-1' }
const NORTH_RENEWED: Credentials = { accountId: 'north', role: 'user', token: 'token-2' }
const SOUTH: Credentials = { accountId: 'south', role: 'user', token: 'token-3' }

const at = (now: number, credentials: Moment['credentials'] = NORTH): Moment => ({
  now,
  random: 1,
  credentials,
})
const timer = (name: 'retry' | 'silence' | 'poll', ms: number | null): Effect => ({
  timer: name,
  ms,
})

const idle = initialState(at(0))
const connecting = next(idle, 'start', at(0)).state
const live = next(connecting, 'welcomed', at(1_000)).state
const waiting = next(live, { closed: 1006 }, at(2_000)).state
const elsewhere = next(live, { closed: CLOSE.tooMany }, at(2_000)).state
const stopped = next(live, { closed: CLOSE.stop }, at(2_000)).state

const CONNECT = [timer('retry', null), 'connect', timer('silence', 25_000)] as const
const END = ['disconnect', timer('silence', null)] as const

type Row = [
  from: ConnectionState,
  event: ConnectionEvent,
  moment: Moment,
  phase: ConnectionState['phase']['name'],
  status: string,
  effects: readonly Effect[],
]

const TABLE: Record<string, Row> = {
  'start connects': [
    idle,
    'start',
    at(0),
    'connecting',
    'connecting',
    [...CONNECT, timer('poll', 5_000)],
  ],
  'start again does nothing': [live, 'start', at(0), 'live', 'live', []],
  'opened sends the hello': [
    connecting,
    'opened',
    at(10),
    'connecting',
    'connecting',
    [{ send: { type: 'hello', token: 'token-1' } }],
  ],
  'welcomed ends the reads by HTTP': [
    connecting,
    'welcomed',
    at(10),
    'live',
    'live',
    [timer('poll', null), 'welcomed'],
  ],
  'received starts the silence anew': [
    live,
    'received',
    at(9_000),
    'live',
    'live',
    [timer('silence', 25_000)],
  ],
  'silence loses a live socket': [
    live,
    'silenceDue',
    at(26_000),
    'waiting',
    'reconnecting',
    [...END, timer('retry', 500), 'lost', timer('poll', 5_000)],
  ],
  'a lost attempt waits without a word to listeners': [
    connecting,
    { closed: 1006 },
    at(10),
    'waiting',
    'connecting',
    [...END, timer('retry', 500)],
  ],
  'overloaded waits longer': [
    live,
    { closed: CLOSE.overloaded },
    at(10_000),
    'waiting',
    'reconnecting',
    [...END, timer('retry', 8_000), 'lost', timer('poll', 5_000)],
  ],
  '4401 before the welcome asks by HTTP at once': [
    connecting,
    { closed: CLOSE.signInAgain },
    at(2_000),
    'waiting',
    'connecting',
    [...END, timer('retry', 500), timer('poll', 0)],
  ],
  '4401 after the welcome ends the session': [
    live,
    { closed: CLOSE.signInAgain },
    at(9_000),
    'waiting',
    'reconnecting',
    [...END, timer('retry', 500), 'lost', timer('poll', 5_000), 'sessionEnded'],
  ],
  '4401 keeps a session that another tab has renewed': [
    live,
    { closed: CLOSE.signInAgain },
    at(9_000, NORTH_RENEWED),
    'waiting',
    'reconnecting',
    [...END, timer('retry', 500), 'lost', timer('poll', 5_000)],
  ],
  '4408 reads by HTTP and stays away': [
    live,
    { closed: CLOSE.tooMany },
    at(9_000),
    'halted',
    'elsewhere',
    [...END, timer('poll', 0)],
  ],
  '4403 stops everything': [
    live,
    { closed: CLOSE.stop },
    at(9_000),
    'halted',
    'offline',
    [...END, timer('poll', null)],
  ],
  'retry connects': [waiting, 'retryDue', at(3_000), 'connecting', 'reconnecting', CONNECT],
  'wake leaves a fresh socket alone': [live, 'wake', at(20_000), 'live', 'live', []],
  'wake replaces a silent socket': [
    live,
    'wake',
    at(26_000),
    'connecting',
    'reconnecting',
    [...END, timer('retry', 500), 'lost', timer('poll', 5_000), ...CONNECT],
  ],
  'wake ends a wait': [waiting, 'wake', at(2_100), 'connecting', 'reconnecting', CONNECT],
  'wake does not reconnect after 4408': [elsewhere, 'wake', at(60_000), 'halted', 'elsewhere', []],
  'wake does nothing before the start': [idle, 'wake', at(60_000), 'idle', 'connecting', []],
  'no network drops the socket': [
    live,
    'networkLost',
    at(3_000),
    'waiting',
    'offline',
    [...END, timer('retry', 500), 'lost', timer('poll', 5_000)],
  ],
  'going live here connects after 4408': [
    elsewhere,
    'goLiveHere',
    at(3_000),
    'connecting',
    'reconnecting',
    [...CONNECT, timer('poll', 5_000)],
  ],
  'a renewed token goes over the open socket': [
    live,
    'sessionChanged',
    at(3_000, NORTH_RENEWED),
    'live',
    'live',
    [{ send: { type: 'token', token: 'token-2' } }],
  ],
  'a renewed token does not reconnect after 4403': [
    stopped,
    'sessionChanged',
    at(3_000, NORTH_RENEWED),
    'halted',
    'offline',
    [],
  ],
  'another account connects anew': [
    live,
    'sessionChanged',
    at(3_000, SOUTH),
    'connecting',
    'reconnecting',
    ['accountChanged', ...CONNECT, timer('poll', 5_000)],
  ],
  'the same token changes nothing': [live, 'sessionChanged', at(3_000), 'live', 'live', []],
  'a read by HTTP that fails shows offline': [
    waiting,
    { polled: false },
    at(9_000),
    'waiting',
    'offline',
    [timer('poll', 10_000)],
  ],
  'a read by HTTP that succeeds keeps elsewhere': [
    elsewhere,
    { polled: true },
    at(9_000),
    'halted',
    'elsewhere',
    [timer('poll', 10_000)],
  ],
  'stop cancels everything': [
    live,
    'stop',
    at(9_000),
    'idle',
    'live',
    ['disconnect', timer('retry', null), timer('silence', null), timer('poll', null)],
  ],
}

describe('the connection', () => {
  test.each(Object.entries(TABLE))('%s', (_name, [from, event, moment, phase, status, effects]) => {
    const before = structuredClone(from)
    const after = next(from, event, moment)
    expect(after.state.phase.name).toBe(phase)
    expect<string>(after.state.connection.status).toBe(status)
    expect(after.effects).toEqual([...effects])
    expect(from).toEqual(before)
  })

  test('is offline since the last moment at which the page was up to date', () => {
    const heard = next(live, 'received', at(4_000)).state
    const lost = next(heard, 'networkLost', at(7_000)).state
    expect(lost.connection).toEqual({ status: 'offline', since: 4_000 })
  })

  test('is up to date after a frame only once it was welcomed', () => {
    expect(next(connecting, 'received', at(500)).state.confirmedAt).toBe(0)
    expect(next(live, 'received', at(4_000)).state.confirmedAt).toBe(4_000)
  })

  test('does not connect a page that was not started when the person asks for it', () => {
    expect(next(idle, 'goLiveHere', at(10))).toEqual({ state: idle, effects: [] })
  })
})
