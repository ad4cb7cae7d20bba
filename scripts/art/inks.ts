import { entryAt } from './entry-at.ts'
/** The colour of flats, ladders and rails in every set of inks. */
export const TIMBER = '#d9a066'

/** A set of flat colours. */
export interface Inks {
  name: string
  ground: string
  dark: string
  light: string
  accent: string
  second: string
  third: string
}
export const inks = (
  name: string,
  g: string,
  d: string,
  l: string,
  a: string,
  b: string,
  c: string,
): Inks => ({ name, ground: g, dark: d, light: l, accent: a, second: b, third: c })
export const OASIS_INKS = [
  inks('geru', '#c63f1e', '#2b0e08', '#f6e7cb', '#f5a524', '#861f12', '#efb98a'),
  inks('haldi', '#f6b21b', '#2a1504', '#fff1cf', '#d63a1e', '#8c1d40', '#0f6b66'),
  inks('rani', '#cf165f', '#33051f', '#ffe6d8', '#ffb52e', '#7f0c47', '#1fa9a2'),
  inks('neel', '#173f86', '#061434', '#f4e9d2', '#f4a62a', '#e2512f', '#5b9bd8'),
  inks('chuna', '#efe4ce', '#1d1712', '#fffaf0', '#ce2f1d', '#1f5a8c', '#e5a63b'),
  inks('mehndi', '#66741f', '#1b2108', '#f3eac6', '#efb92f', '#a83a1a', '#a9bb55'),
  inks('raat', '#0f1f42', '#050a1a', '#f7e9c6', '#f08a2c', '#bd2353', '#3a6fb5'),
  inks('khus', '#0e6b4e', '#04241b', '#f5eed6', '#f7b733', '#d9442b', '#5cbd92'),
  inks('mitti', '#c18f5e', '#2e1a0e', '#f8ebd6', '#d4451f', '#5f2f18', '#2c7c88'),
] as const
export const APOGEE_INKS = [
  inks('blueprint', '#1549b4', '#061b4f', '#eaf2ff', '#ffd23f', '#ff5a3c', '#73a7ff'),
  inks('phosphor', '#07342a', '#02130f', '#e2fbe8', '#45de8c', '#11805a', '#f2e94e'),
  inks('solar', '#fb751b', '#2b0c02', '#fff0d9', '#ffc629', '#bd290d', '#17375a'),
  inks('mylar', '#cfd6da', '#11161a', '#f8fafb', '#ee402b', '#6f808c', '#1c68c7'),
  inks('radar', '#07434f', '#021a20', '#e3f7f1', '#ff8c42', '#18a39d', '#f3d34a'),
  inks('signal', '#d3232e', '#23040a', '#fff3ea', '#f7c948', '#870e21', '#f39a86'),
  inks('sodium', '#f0c21a', '#1c1604', '#fff8dc', '#d6361f', '#1c6079', '#a07c05'),
  inks('petrol', '#0c5572', '#03202d', '#eff6ee', '#fbb13c', '#d7263d', '#57bacb'),
  inks('carbon', '#1b1e22', '#08090a', '#f4f1ea', '#ff4f2e', '#575f68', '#ffd400'),
] as const

export const luminance = (hex: string) =>
  [1, 3, 5]
    .map((i) => Number.parseInt(hex.slice(i, i + 2), 16) / 255)
    .map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
    .reduce((sum, v, i) => sum + v * entryAt([0.2126, 0.7152, 0.0722], i), 0)
export const contrast = (a: string, b: string) => {
  const [x, y] = [luminance(a), luminance(b)]
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05)
}

const byName = new Map<string, Inks>(
  [...OASIS_INKS, ...APOGEE_INKS].map((inks) => [inks.name, inks]),
)

/** Returns the set of inks with this name. Throws if there is none. */
export function ink(name: string): Inks {
  const found = byName.get(name)
  if (!found) throw new Error(`There are no inks named ${name}.`)
  return found
}
