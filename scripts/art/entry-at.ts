/** The entry at `index`, counted from the end when negative; throws when the list has none there. */
export function entryAt<T>(list: readonly T[], index: number): T {
  const entry = list.at(index)
  if (entry === undefined) throw new Error(`The list has no entry at ${index}.`)
  return entry
}
