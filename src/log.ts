export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

export type Logger = {
  [level in Exclude<LogLevel, 'silent'>]: (event: string, fields?: Record<string, unknown>) => void
}

/** One JSON line per event on standard output. Fields never hold a password, a code or a token. */
export function createLogger(
  level: LogLevel,
  write: (line: string) => void = (line) => void process.stdout.write(`${line}\n`),
): Logger {
  const at =
    (own: Exclude<LogLevel, 'silent'>) =>
    (event: string, fields: Record<string, unknown> = {}) => {
      if (LOG_LEVELS.indexOf(own) < LOG_LEVELS.indexOf(level)) return
      write(JSON.stringify({ ts: new Date().toISOString(), level: own, event, ...fields }))
    }
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
}
