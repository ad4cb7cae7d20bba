import { beforeEach, describe, expect, it } from 'bun:test'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createLogger, LOG_LEVELS } from '#src/monitoring/log.ts'
import { openSecurityLog } from '#src/monitoring/security-log.ts'
import { useFolder } from '#tests/support/folder.ts'

type Line = Record<string, unknown>

const MINUTE_MS = 60_000

const folder = useFolder()
let printed: Line[]
let now: number
const file = () => folder('security.log')
const print = (line: string) => void printed.push(JSON.parse(line))
const kept = (path = file()): Line[] =>
  readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
const open = (maxBytes?: number) =>
  createLogger(
    'info',
    print,
    openSecurityLog(folder(), { now: () => now, ...(maxBytes !== undefined && { maxBytes }) }),
  )

beforeEach(() => {
  printed = []
  now = 0
})

describe('streams', () => {
  it('are named in every line', () => {
    const log = open()
    log.warn('redis_away')
    log.request({ status: 200 })
    log.security('signed_in', { account: 'a' })
    expect(printed.map(({ stream, event }) => [stream, event])).toEqual([
      ['app', 'redis_away'],
      ['request', 'request'],
      ['security', 'signed_in'],
    ])
    expect(kept()).toMatchObject([{ level: 'info', event: 'signed_in', account: 'a' }])
  })

  it('security events reach their file at any LOG_LEVEL', () => {
    for (const level of LOG_LEVELS) {
      const log = createLogger(level, print, openSecurityLog(folder(), { now: () => now }))
      log.security(`at_${level}`)
    }
    expect(kept().map(({ event }) => event)).toEqual(LOG_LEVELS.map((level) => `at_${level}`))
    expect(printed.map(({ event }) => event)).toEqual(['at_debug', 'at_info'])
  })
})

describe('the file of security lines', () => {
  it('is created with the first line, readable by its owner only', () => {
    const log = open()
    log.request({ status: 200 })
    expect(existsSync(file())).toBe(false)
    log.security('signed_in')
    expect(statSync(file()).mode & 0o777).toBe(0o600)
  })

  it('is restricted to its owner and appended to when it exists already', () => {
    open().security('first')
    chmodSync(file(), 0o644)
    open().security('second')
    expect(statSync(file()).mode & 0o777).toBe(0o600)
    expect(kept().map(({ event }) => event)).toEqual(['first', 'second'])
  })

  it('still holds an event from before 2,000 requests', () => {
    const log = open()
    log.security('sign_in_failed', { client: '192.0.2.1' })
    for (let count = 0; count < 2_000; count++) log.request({ route: '/', status: 200 })
    expect(kept()).toMatchObject([{ event: 'sign_in_failed', client: '192.0.2.1' }])
  })

  it('is rotated, and the newest lines are kept', () => {
    const log = open(10_000)
    for (let number = 0; number < 1_000; number++) {
      now += MINUTE_MS
      log.security('signed_in', { number })
    }
    const names = readdirSync(folder()).toSorted()
    expect(names).toEqual(['security.log', 'security.log.1', 'security.log.2', 'security.log.3'])
    for (const name of names) {
      const { size, mode } = statSync(folder(name))
      expect([size <= 10_000, mode & 0o777]).toEqual([true, 0o600])
    }
    const numbers = names
      .toReversed()
      .flatMap((name) => kept(folder(name)).map((line) => line['number']))
    expect(numbers.length).toBeGreaterThan(200)
    expect(numbers).toEqual(Array.from(numbers, (_, index) => 1_000 - numbers.length + index))
  })

  it('cannot be flushed by one kind of event, nor by one client', () => {
    const log = open()
    log.security('signed_in', { client: '192.0.2.1' })
    for (let count = 0; count < 2_000; count++)
      log.security('access_refused', { client: '192.0.2.2' })
    log.security('access_refused', { client: '192.0.2.3' })
    log.security('signed_in', { client: '192.0.2.1' })
    const counts = Object.groupBy(kept(), ({ event }) => String(event))
    expect(counts['signed_in']).toHaveLength(2)
    expect(counts['access_refused']).toHaveLength(11)
    expect(kept().at(-2)).toMatchObject({ client: '192.0.2.3' })

    for (let count = 0; count < 2_000; count++)
      log.security('access_refused', { client: `192.0.${count}` })
    log.security('sign_in_failed', { client: '192.0.2.1' })
    expect(kept()).toHaveLength(2 + 200 + 1)
  })

  it('holds the first line of a minute about each account, whoever shares its address', () => {
    const log = open()
    const client = '192.0.2.1'
    for (let n = 0; n < 1_000; n++) log.security('signed_in', { client, account: 'mine' })
    for (let n = 0; n < 1_000; n++) log.security('signed_in', { client, account: `account ${n}` })
    log.security('signed_in', { client, account: 'stolen' })
    log.security('access_refused', { client, user_id: 'stolen' })
    const accounts = kept().map((line) => line['account'] ?? line['user_id'])
    expect(accounts.filter((account) => account === 'mine')).toHaveLength(10)
    expect(accounts.filter((account) => account === 'stolen')).toHaveLength(2)
    expect(new Set(accounts).size).toBe(1_002)
  })

  it('holds fifty failures of one client that names many accounts, and those of others', () => {
    const log = open()
    for (let n = 0; n < 1_000; n++)
      log.security('sign_in_failed', { client: '192.0.2.1', email_hash: `invented ${n}` })
    log.security('sign_in_failed', { client: '192.0.2.2', email_hash: 'invented 0' })
    expect(kept()).toHaveLength(51)
  })

  it('holds every line that must always be written', () => {
    const log = open()
    const administrator = { client: '192.0.2.1', account: 'a' }
    for (let n = 0; n < 300; n++) log.security('signed_in', administrator, { always: true })
    expect(kept()).toHaveLength(300)
  })

  it('reports in the next minute how many lines were dropped', () => {
    const log = open()
    for (let count = 0; count < 25; count++) log.security('access_refused', { client: '192.0.2.2' })
    now += MINUTE_MS
    log.security('access_refused', { client: '192.0.2.2' })
    expect(kept().slice(10)).toMatchObject([
      { stream: 'security', event: 'security_lines_left_out', of: 'access_refused', count: 15 },
      { event: 'access_refused' },
    ])
  })

  it('is reported when it cannot be written, and no request fails', () => {
    mkdirSync(file())
    const log = open()
    log.security('signed_in')
    expect(printed.map(({ level, event }) => [level, event])).toEqual([
      ['info', 'signed_in'],
      ['error', 'security_log_failed'],
    ])
    rmSync(file(), { recursive: true })
    writeFileSync(file(), '')
    log.security('registered')
    expect(kept()).toMatchObject([{ event: 'registered' }])
  })
})
