import { SHARED_NETWORK_TIMES } from '#src/rules/codes.ts'
import { readClient } from './client-address.ts'

/** A range of addresses as text: `4` or `6`, then the first bits as zeros and ones. */
export type NetworkRange = string

const WIDE_NETWORK_TIMES = 3

const groupsOf = (network: string) =>
  network.split(':', 4).map((group) => Number.parseInt(group, 16))

/** The family and the bits of a client network: 32 of an IPv4 address, 64 of an IPv6 network. */
function bitsOf(network: string): string {
  const isWide = network.includes(':')
  const parts = isWide ? groupsOf(network) : network.split('.').map(Number)
  return (
    (isWide ? '6' : '4') +
    parts.map((part) => part.toString(2).padStart(isWide ? 16 : 8, '0')).join('')
  )
}

const PREFIX_LENGTHS = { v4: { min: 8, max: 32 }, v6: { min: 16, max: 64 } }

/** Reads an address or a range such as `192.0.2.0/24`. A single IPv6 address stands for its /64. Answers `null` for any other text. */
export function readRange(text: string): NetworkRange | null {
  const [address = '', length, ...more] = text.toLowerCase().split('/')
  const client = readClient(address)
  if (client?.address !== address || more.length > 0) return null
  const { min, max } = address.includes(':') ? PREFIX_LENGTHS.v6 : PREFIX_LENGTHS.v4
  const bits = length === undefined ? max : Number(length)
  if (length !== undefined && !/^\d{1,2}$/.test(length)) return null
  // One more, for the digit of the family.
  return bits >= min && bits <= max ? bitsOf(client.network).slice(0, bits + 1) : null
}

/** Whether a client network lies in one of the ranges. */
export const isWithin = (network: string, ranges: readonly NetworkRange[]): boolean =>
  ranges.some((range) => bitsOf(network).startsWith(range))

/**
 * The networks that a client counts for, its own first; `times` multiplies their limits. A provider may give one subscriber a /56 or a /48,
 * with many networks in it. Many subscribers may share a /48 too, so its limits are three times as high. In a network that people share,
 * every limit is five times as high.
 */
export function countedNetworks(
  network: string,
  shared: readonly NetworkRange[],
): { network: string; times: number }[] {
  const times = isWithin(network, shared) ? SHARED_NETWORK_TIMES : 1
  if (!network.includes(':')) return [{ network, times }]
  const [first = 0, second = 0, third = 0, fourth = 0] = groupsOf(network)
  const wide = [first, second, third].map((group) => group.toString(16)).join(':')
  return [
    { network, times },
    { network: `${wide}:${(fourth & 0xff_00).toString(16)}::/56`, times },
    { network: `${wide}::/48`, times: times * WIDE_NETWORK_TIMES },
  ]
}
