type Area = 'localStorage' | 'sessionStorage'

function attempt<T>(work: () => T, otherwise: T): T {
  try {
    return work()
  } catch {
    return otherwise
  }
}

/** A browser may forbid storage or run out of it: then reading finds nothing, and writing returns `false`. */
export const readItem = (area: Area, key: string): string | null =>
  attempt(() => globalThis[area].getItem(key), null)

export const writeItem = (area: Area, key: string, value: string): boolean =>
  attempt(() => {
    globalThis[area].setItem(key, value)
    return true
  }, false)

export const removeItem = (area: Area, key: string): void =>
  attempt(() => globalThis[area].removeItem(key), undefined)

/** Whether the browser keeps what a sign-in writes, which needs this much room at most. */
export function canStore(): boolean {
  const isKept = writeItem('localStorage', 'probe', '0'.repeat(2_000))
  removeItem('localStorage', 'probe')
  return isKept
}

/** The value written as JSON under a key; `null` when there is none, it is damaged or `check` refuses it. */
export function readJson<T>(
  area: Area,
  key: string,
  check: (value: unknown) => value is T,
): T | null {
  const value = attempt<unknown>(() => JSON.parse(readItem(area, key) ?? 'null'), null)
  return check(value) ? value : null
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
