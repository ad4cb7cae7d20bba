type Area = 'localStorage' | 'sessionStorage'

/** A browser may forbid storage or run out of it: then reading finds nothing, and writing returns `false`. */
export function readItem(area: Area, key: string): string | null {
  try {
    return globalThis[area].getItem(key)
  } catch {
    return null
  }
}

export function writeItem(area: Area, key: string, value: string): boolean {
  try {
    globalThis[area].setItem(key, value)
    return true
  } catch {
    return false
  }
}

export function removeItem(area: Area, key: string): void {
  try {
    globalThis[area].removeItem(key)
  } catch {
    // Nothing was written to storage that is forbidden.
  }
}

/** The value written as JSON under a key; `null` when there is none, it is damaged or `check` refuses it. */
export function readJson<T>(
  area: Area,
  key: string,
  check: (value: unknown) => value is T,
): T | null {
  try {
    const value: unknown = JSON.parse(readItem(area, key) ?? 'null')
    return check(value) ? value : null
  } catch {
    return null
  }
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
