import { type BlockList, isIP } from 'node:net'
import { SHARED_NETWORK_TIMES } from '#src/rules/codes.ts'

declare module 'net' {
  /** Bun has it, and its types do not. */
  export class BlockList {
    addSubnet(address: string, bits: number, family: 'ipv4' | 'ipv6'): void
    check(address: string, family: 'ipv4' | 'ipv6'): boolean
    readonly rules: readonly string[]
  }
}

const WIDE_NETWORK_TIMES = 3

const familyOf = (address: string) => (address.includes(':') ? 'ipv6' : 'ipv4')
const PREFIX_LENGTHS = { ipv4: { min: 8, max: 32 }, ipv6: { min: 16, max: 64 } }

/** Adds an address or a range such as `192.0.2.0/24` to `ranges`. A single IPv6 address stands for its /64. Answers false for any other text. */
export function addRange(ranges: BlockList, text: string): boolean {
  const [address = '', length, ...more] = text.split('/')
  const family = familyOf(address)
  const { min, max } = PREFIX_LENGTHS[family]
  const bits = Number(length ?? max)
  const isRange = isIP(address) > 0 && Number.isInteger(bits) && bits >= min && bits <= max
  if (!isRange || more.length > 0) return false
  ranges.addSubnet(address, bits, family)
  return true
}

/** Whether a client network lies in one of the ranges. */
export function isWithin(network: string, ranges: BlockList): boolean {
  const [address = ''] = network.split('/')
  return ranges.check(address, familyOf(address))
}

/**
 * The networks that a client counts for, its own first; `times` multiplies their limits. A provider may give one subscriber a /56 or a /48,
 * with many networks in it. Many subscribers may share a /48 too, so its limits are three times as high. In a network that people share,
 * every limit is five times as high.
 */
export function countedNetworks(
  network: string,
  shared: BlockList,
): { network: string; times: number }[] {
  const times = isWithin(network, shared) ? SHARED_NETWORK_TIMES : 1
  if (!network.includes(':')) return [{ network, times }]
  const [first, second, third, fourth = ''] = network.split(':')
  const wide = `${first}:${second}:${third}`
  const site = (Number.parseInt(fourth, 16) & 0xff_00).toString(16)
  return [
    { network, times },
    { network: `${wide}:${site}::/56`, times },
    { network: `${wide}::/48`, times: times * WIDE_NETWORK_TIMES },
  ]
}
