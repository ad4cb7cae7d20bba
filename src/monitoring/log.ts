export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

type Level = Exclude<LogLevel, 'silent'>
export type Fields = Record<string, unknown>
/** Every line names its stream, so that a log collector can choose how long to keep each stream. */
type Stream = 'app' | 'request' | 'security'

export type Logger = ReturnType<typeof createLogger>

/** Receives each security line in addition to standard output. May throw. */
export type SecurityLog = (line: string, event: string, fields: Fields, always: boolean) => void

let output: Bun.FileSink | null = null

async function print(text: string): Promise<void> {
  output ??= Bun.stdout.writer()
  output.write(text)
  // at once, because the process may end after this line
  await output.flush()
}

/**
 * Writes a line to standard output. Not with `process.stdout`, whose first use loads Node's streams and takes a tenth of the start, and not
 * with `console.log`, which blocks the event loop while the reader of a pipe is slow. A closed output loses the line.
 */
export const printLine = (line: string): void => void print(`${line}\n`).catch(() => {})

const toLine = (level: Level, stream: Stream, event: string, fields: Fields): string =>
  JSON.stringify({ ts: new Date().toISOString(), level, stream, event, ...fields })

/** Creates a logger that writes one JSON line per event. Callers must not pass a password, a code or a token. */
export function createLogger(
  level: LogLevel,
  write: (line: string) => void = printLine,
  keep: SecurityLog | null = null,
) {
  const isOn = (own: Level) => LOG_LEVELS.indexOf(own) >= LOG_LEVELS.indexOf(level)
  const at =
    (own: Level) =>
    (event: string, fields: Fields = {}) => {
      if (isOn(own)) write(toLine(own, 'app', event, fields))
    }
  const error = at('error')
  return {
    info: at('info'),
    warn: at('warn'),
    error,
    /** Writes one line for an answered request. */
    request(fields: Fields): void {
      if (isOn('info')) write(toLine('info', 'request', 'request', fields))
    },
    /**
     * Writes a security event: a sign-in, a refusal or a change. The security log gets it at every `LOG_LEVEL`; `always`: whatever was
     * logged before.
     */
    security(event: string, fields: Fields = {}, { always } = { always: false }): void {
      const line = toLine('info', 'security', event, fields)
      if (isOn('info')) write(line)
      try {
        keep?.(line, event, fields, always)
      } catch (fault) {
        // A full disk must not make the logged request fail.
        error('security_log_failed', { error: String(fault) })
      }
    },
  }
}
