export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

type Level = Exclude<LogLevel, 'silent'>
type Fields = Record<string, unknown>
/** Every line says to which stream it belongs, so that a collector can keep each for as long as it needs. */
type Stream = 'app' | 'request' | 'security'

export type Logger = {
  [level in Level]: (event: string, fields?: Fields) => void
} & {
  /** One line for each answered request. */
  request(fields: Fields): void
  /** Who signed in, was refused, changed something. `LOG_LEVEL` never keeps such a line out of the security log. */
  security(event: string, fields?: Fields): void
}

/** Where security lines go besides standard output. May throw. */
export type SecurityLog = (event: string, client: string, line: string) => void

export const printLine = (line: string): void => void process.stdout.write(`${line}\n`)

const toLine = (level: Level, stream: Stream, event: string, fields: Fields): string =>
  JSON.stringify({ ts: new Date().toISOString(), level, stream, event, ...fields })

/** Writes one JSON line per event. Fields never hold a password, a code or a token. */
export function createLogger(
  level: LogLevel,
  write: (line: string) => void = printLine,
  keep: SecurityLog | null = null,
): Logger {
  const isOn = (own: Level) => LOG_LEVELS.indexOf(own) >= LOG_LEVELS.indexOf(level)
  const at =
    (own: Level) =>
    (event: string, fields: Fields = {}) => {
      if (isOn(own)) write(toLine(own, 'app', event, fields))
    }
  const error = at('error')
  return {
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error,
    request(fields) {
      if (isOn('info')) write(toLine('info', 'request', 'request', fields))
    },
    security(event, fields = {}) {
      const line = toLine('info', 'security', event, fields)
      if (isOn('info')) write(line)
      try {
        keep?.(event, String(fields['client'] ?? fields['ip'] ?? ''), line)
      } catch (fault) {
        // a full disk must not fail the request that the line tells of
        error('security_log_failed', { error: String(fault) })
      }
    },
  }
}
