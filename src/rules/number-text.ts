/**
 * A whole number with the digits grouped as in India: `10,00,000`. The one format of the server's texts and of all pages. `Intl` would load the
 * tables of all languages at the server's start.
 */
export function grouped(value: number): string {
  if (value < 0) return `-${grouped(-value)}`
  const digits = String(value)
  let text = digits.slice(-3)
  for (let end = digits.length - 3; end > 0; end -= 2)
    text = `${digits.slice(Math.max(0, end - 2), end)},${text}`
  return text
}
