import type { Config } from './config.ts'
import type { Logger } from './monitoring/log.ts'
import type { Outbox } from './mail/outbox.ts'
import type { Mailer } from './mail/mailer.ts'
import type { Metrics } from './monitoring/metrics.ts'
import type { Keys } from './identity/keys.ts'
import type { Codes } from './identity/codes.ts'
import type { Devices } from './identity/devices.ts'
import type { Bus } from './realtime/bus.ts'
import type { Counters } from './realtime/counters.ts'
import type { Live } from './realtime/live.ts'
import type { Store } from './store/port.ts'
import type { Tokens } from './identity/tokens.ts'

/** Everything with a side effect, handed to `createApp`. */
export type Deps = {
  config: Config
  store: Store
  keys: Keys
  tokens: Tokens
  devices: Devices
  codes: Codes
  bus: Bus
  counters: Counters
  live: Live
  mailer: Mailer
  outbox: Outbox
  log: Logger
  metrics: Metrics
  /** Milliseconds since 1970; tests move it. */
  now: () => number
  /** True from SIGTERM on. */
  isStopping: () => boolean
}
