/** The named fields of an object, in this order. */
export function pick<T extends object, K extends keyof T>(
  from: T,
  names: readonly K[],
): Pick<T, K> {
  const picked = {} as Pick<T, K>
  for (const name of names) picked[name] = from[name]
  return picked
}
