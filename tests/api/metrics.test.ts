import { describe, expect, it } from 'bun:test'
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findProgram } from '#scripts/servers.ts'
import { hashPassword } from '#src/identity/passwords.ts'
import { expectProblem } from '#tests/support/expect-problem.ts'
import { useFolder } from '#tests/support/folder.ts'
import { enterLive } from '#tests/support/live-client.ts'
import { openOffice } from '#tests/support/office.ts'
import { startPortal } from '#tests/support/portal.ts'
import { run } from '#tests/support/program.ts'
import { testWith, whyMissing } from '#tests/support/servers.ts'
import { until } from '#tests/support/until.ts'

const OPERATIONS = join(import.meta.dir, '../../docs/operations')
const promtool = findProgram('promtool')
const whyNoPromtool = whyMissing('promtool', promtool)
const folder = useFolder()

const METRICS_TOKEN = 'scraper+of/the=department'
const PASSWORD = 'violet-lantern-42'

const { portal, admin, club, room } = await openOffice({
  config: { metricsToken: METRICS_TOKEN },
  club: { passwordHash: await hashPassword(PASSWORD) },
})

const scrape = async () =>
  (await portal.request<string>('GET', '/metrics', { token: METRICS_TOKEN })).body

/** Returns the value of a series, or 0 if it does not exist yet. */
async function valueOf(series: string): Promise<number> {
  const line = (await scrape()).split('\n').find((text) => text.startsWith(`${series} `))
  return Number(line?.slice(series.length + 1) ?? 0)
}

/** Returns the growth of a series. A request may be counted shortly after its reply. */
async function expectGrowth(series: string, by: number, work: () => Promise<unknown>) {
  const before = await valueOf(series)
  await work()
  await until(`${series} grew by ${by}`, async () => (await valueOf(series)) >= before + by)
  expect(await valueOf(series), series).toBe(before + by)
}

describe('who may read /metrics', () => {
  it('an administrator and the scraper', async () => {
    for (const token of [admin.token, METRICS_TOKEN]) {
      const { status, headers, body } = await portal.request<string>('GET', '/metrics', { token })
      expect(status).toBe(200)
      expect(headers.get('content-type')).toStartWith('text/plain; version=0.0.4')
      expect(body).toContain('# TYPE http_requests_total counter')
    }
  })

  it('nobody else', async () => {
    expectProblem(await portal.request('GET', '/metrics'), 'unauthorized')
    expectProblem(await portal.request('GET', '/metrics', { token: club.token }), 'forbidden')
    for (const token of [`${METRICS_TOKEN}x`, METRICS_TOKEN.slice(0, -1), 'null', 'undefined'])
      expectProblem(await portal.request('GET', '/metrics', { token }), 'unauthorized')
  })

  it('no scraper where no METRICS_TOKEN is set', async () => {
    const without = await startPortal()
    for (const token of [METRICS_TOKEN, 'null', ''])
      expectProblem(await without.request('GET', '/metrics', { token }), 'unauthorized')
    await without.close()
  })
})

describe('the metrics text', () => {
  it('is valid for Prometheus: each family once, with help and type, and a number in each line', async () => {
    await portal.request('GET', '/health/live')
    const lines = (await scrape()).trimEnd().split('\n')
    const types = lines.filter((line) => line.startsWith('# TYPE '))
    expect(new Set(types).size).toBe(types.length)
    let family = ''
    for (const line of lines) {
      const type = /^# TYPE ([a-z_]+) (?:counter|gauge|histogram)$/.exec(line)
      if (type) family = type[1] ?? ''
      if (line === '' || line.startsWith('#')) continue
      expect(line).toMatch(/^[a-z_]+(?:\{(?:[a-z_]+="[^"\n]*",?)+\})? [\d.e+-]+$/)
      expect(line).toStartWith(family)
    }
  })

  it('contains no account, no address and no path invented by a client', async () => {
    await portal.request('GET', `/cart/cart-items-final/${club.id}`, { token: club.token })
    const other = (method: string) =>
      `http_requests_total{route="other",method="${method}",status="404"}`
    await expectGrowth(other('GET'), 2, async () => {
      await portal.request('GET', '/made-up-by-a-client')
      await portal.request('GET', '/users/made-up-by-a-client')
    })
    await expectGrowth(other('other'), 1, () => portal.request('PROPFIND', '/made-up-by-a-client'))
    const text = await scrape()
    expect(text).toContain('route="/cart/cart-items-final/:userId"')
    for (const secret of [club.id, club.email, club.token, METRICS_TOKEN, 'made-up', 'PROPFIND'])
      expect(text).not.toContain(secret)
  })
})

describe('docs/operations', () => {
  const read = (name: string) => Bun.file(join(OPERATIONS, name)).text()
  type Rule = { alert: string; expr: string; annotations: { runbook: string } }
  const rules = async () => {
    const { groups } = Bun.YAML.parse(await read('alerts.yml')) as { groups: { rules: Rule[] }[] }
    return groups.flatMap((group) => group.rules)
  }

  it('uses only existing metrics in alerts and dashboard', async () => {
    const text = await scrape()
    expect(text).toMatch(/^app_build_info\{version="[\d.]+",bun="[\d.]+",store="sqlite"\} 1$/m)
    expect(text).toMatch(/^bus_connected 1$/m)
    const asked = `${await read('alerts.yml')} ${await read('grafana.json')}`
    const names = asked.match(
      /\b(?:http|ws|bus|live|orders|idempotent|stock|auth|otp|mails?|db|event|process|web_vital|internal|data|last)_[a-z_]+/g,
    )
    expect(names?.length).toBeGreaterThan(20)
    for (const name of new Set(names))
      expect(text).toContain(`# TYPE ${name.replace(/_bucket$/, '')} `)
  })

  testWith('every alert fires for its cause, and for nothing else', whyNoPromtool, async () => {
    expect((await rules()).map(({ alert }) => alert).toSorted()).toEqual(
      [...new Set(CAUSES.map(([alert]) => alert))].toSorted(),
    )
    const cases = [...CAUSES, ['', '30m', WELL] as const]
    const tests = cases.map(([alert, at, read]) => ({
      interval: '1m',
      input_series: Object.entries(read).map(([series, values]) => ({ series, values })),
      promql_expr_test: [
        {
          expr: 'count by (alertname) (ALERTS{alertstate="firing"})',
          eval_time: at,
          exp_samples: alert ? [{ labels: `{alertname="${alert}"}`, value: 1 }] : [],
        },
      ],
    }))
    const rule_files = [join(OPERATIONS, 'alerts.yml')]
    writeFileSync(folder('alerts.json'), JSON.stringify({ rule_files, tests }))
    const { code, out, err } = await run([promtool ?? '', 'test', 'rules', folder('alerts.json')])
    expect({ code, said: out + err }).toEqual({ code: 0, said: expect.stringContaining('SUCCESS') })
  })
})

/** What the scrapes of each minute read, in Prometheus' notation: `0+60x20` is 0, 60, and so on to 1,200. */
type Read = Record<string, string>

/** For each alert what makes it fire, and when it has fired. */
const CAUSES: [alert: string, at: string, read: Read][] = [
  ['PortalDown', '5m', { 'up{job="portal"}': '0x5' }],
  ['PortalStoreUnavailable', '15m', { 'http_requests_total{status="503"}': '0+60x15' }],
  ['PortalFaults', '5m', { internal_errors_total: '0 0 0 1 1 1' }],
  [
    'PortalSlow',
    '15m',
    {
      'http_request_duration_seconds_bucket{le="1"}': '0x15',
      'http_request_duration_seconds_bucket{le="2.5"}': '0+60x15',
      'http_request_duration_seconds_bucket{le="+Inf"}': '0+60x15',
    },
  ],
  [
    'PortalLoopBlocked',
    '15m',
    {
      'event_loop_lag_seconds_bucket{le="0.25"}': '0x15',
      'event_loop_lag_seconds_bucket{le="0.5"}': '0+60x15',
      'event_loop_lag_seconds_bucket{le="+Inf"}': '0+60x15',
    },
  ],
  ['PortalStartsAgain', '5m', { process_start_time_seconds: '1 2 3 3 3 3' }],
  ['PortalBusDown', '5m', { bus_connected: '0x5' }],
  ['PortalBusLoses', '25m', { live_antientropy_repairs_total: '0+1x25', bus_connected: '1x25' }],
  ['PortalMailFails', '15m', { mail_send_failures_total: '0+1x15' }],
  ['PortalMailFails', '15m', { mail_up: '0x15' }],
  ['PortalGuessing', '30m', { 'auth_attempts_total{result="failed"}': '0+60x30' }],
  ['PortalMemory', '15m', { process_resident_memory_bytes: '450000000x15' }],
  ['PortalDiskFull', '10m', { data_free_bytes: '1000000000x10' }],
  ['PortalMailsWait', '20m', { mails_waiting: '21x20' }],
  // the clock of this test starts in 1970
  ['PortalBackupOld', '40h', { last_backup_time_seconds: '0x2400' }],
]

/** What a portal shows that is well. */
const WELL: Read = {
  'up{job="portal"}': '1x30',
  'http_requests_total{status="200"}': '0+600x30',
  internal_errors_total: '1x30',
  process_start_time_seconds: '1x30',
  bus_connected: '1x30',
  live_antientropy_repairs_total: '3x30',
  mail_up: '1x30',
  mail_send_failures_total: '2x30',
  process_resident_memory_bytes: '150000000x30',
  data_free_bytes: '50000000000x30',
  mails_waiting: '3x30',
  last_backup_time_seconds: '0x30',
}

describe('what is counted', () => {
  it('requests by route and status, with their duration', async () => {
    const route = 'route="/inventorys/inventory",method="GET"'
    const ask = (token?: string) =>
      portal.request('GET', '/inventorys/inventory', token === undefined ? {} : { token })
    await expectGrowth(`http_requests_total{${route},status="401"}`, 2, async () => {
      await ask()
      await ask()
    })
    await expectGrowth(`http_request_duration_seconds_count{${route}}`, 1, () => ask(admin.token))
    const infinite = await valueOf(`http_request_duration_seconds_bucket{le="+Inf",${route}}`)
    expect(infinite).toBe(await valueOf(`http_request_duration_seconds_count{${route}}`))
  })

  it('orders, repeats and refusals', async () => {
    const item = await room.addItem(3)
    const rows = [{ item_id: item._id, ordered_quantity: 1 }]
    const key = Bun.randomUUIDv7()
    await expectGrowth('orders_placed_total{result="placed"}', 1, () =>
      room.order(club, rows, { key }),
    )
    await expectGrowth('idempotent_replays_total', 1, () => room.order(club, rows, { key }))
    expect(await valueOf('orders_placed_total{result="replayed"}')).toBe(1)
    const [line] = await room.linesOf(club)
    await expectGrowth('stock_conflicts_total', 1, () =>
      room.allot([{ _id: line?._id, allotted_quantity: 4 }]),
    )
    await room.switchOrdering(true)
    await expectGrowth('orders_placed_total{result="ordering_disabled"}', 1, () =>
      room.order(club, rows),
    )
    await room.switchOrdering(false)
  })

  it('sign-in attempts', async () => {
    const signIn = (password: string) =>
      portal.request('POST', '/users/login', { body: { email: club.email, password } })
    await expectGrowth('auth_attempts_total{result="failed"}', 1, () => signIn('not-this-one-42'))
    await expectGrowth('auth_attempts_total{result="signed_in"}', 1, () => signIn(PASSWORD))
  })

  it('sockets, the frames sent to them, and their delay', async () => {
    const visitor = await enterLive(portal.url)
    expect(await valueOf('ws_connections')).toBe(1)
    const told = 'ws_messages_sent_total{topic_kind="ordering"}'
    await expectGrowth(told, 1, () => room.switchOrdering(true))
    await expectGrowth('ws_delivery_lag_seconds_count', 1, () => room.switchOrdering(false))
    await visitor.close()
    await until('it is gone', () => portal.deps.live.counts().sockets === 0)
    expect(await valueOf('ws_connections')).toBe(0)
  })

  it('mailed codes', () =>
    expectGrowth('otp_sent_total', 1, () =>
      portal.request('POST', '/users/request-code', { body: { email: 'new@campus.example' } }),
    ))

  it('free space, the newest finished backup, and mails that wait', async () => {
    expect(await valueOf('data_free_bytes')).toBeGreaterThan(0)
    expect(await valueOf('last_backup_time_seconds')).toBe(0)
    const backups = join(portal.deps.config.dataDir, 'backups')
    mkdirSync(backups)
    for (const [name, at] of [
      ['portal-1.sqlite', 1_000],
      ['portal-2.jsonl.gz', 2_000],
      ['portal-3.sqlite.part', 3_000],
    ] as const) {
      writeFileSync(join(backups, name), '')
      utimesSync(join(backups, name), at, at)
    }
    expect(await valueOf('last_backup_time_seconds')).toBe(2_000)

    expect(await valueOf('mails_waiting')).toBe(0)
    await portal.deps.outbox.stop()
    await portal.deps.store.mail.queue(club.email, 'new_browser', Date.now())
    expect(await valueOf('mails_waiting')).toBe(1)
  })

  it('page speeds from reports, in seconds', async () => {
    const series = (end: string) => `web_vital_lcp_seconds_${end}`
    await expectGrowth(series('count{page="/orders"}'), 1, () =>
      portal.request('POST', '/vitals', { body: { page: '/orders', values: { LCP: 1_200 } } }),
    )
    expect(await valueOf(series('bucket{le="1",page="/orders"}'))).toBe(0)
    expect(await valueOf(series('bucket{le="1.5",page="/orders"}'))).toBe(1)
    expect(await valueOf(series('sum{page="/orders"}'))).toBe(1.2)
  })
})
