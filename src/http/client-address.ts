import { isIPv4 } from 'node:net'
import { Refusal } from '#src/rules/refusal.ts'

type Addressed = { requestIP(request: Request): { address: string } | null }

/** The sender of a request. Logs use the address; every limit counts one network as one client. */
export type Client = { address: string; network: string }

/** An upper bound for an address with a zone, brackets and a port. */
const LONGEST_ADDRESS = 80
const NETWORK_GROUPS = 4

/** The eight groups of an IPv6 address; `null` if the text is not one. */
function ipv6Groups(text: string): number[] | null {
  const address = `http://[${text}]`
  if (!/^[\da-f:.]+$/.test(text) || !URL.canParse(address)) return null
  // The parser leaves out the longest run of zeros, and writes an IPv4 address at the end as two groups.
  const [head = [], end = []] = new URL(address).hostname
    .slice(1, -1)
    .split('::')
    .map((half) => half.split(':').filter(Boolean))
  const zeros = Array.from({ length: 8 - head.length - end.length }, () => '0')
  return [...head, ...zeros, ...end].map((group) => Number.parseInt(group, 16))
}

/** Removes port, brackets and zone: `[::1%eth0]:80` is `::1`, `192.0.2.1:80` is `192.0.2.1`. */
function withoutPort(text: string): string {
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1]
  if (bracketed !== undefined) return bracketed.split('%')[0] ?? ''
  const parts = text.split(':')
  const bare = parts.length === 2 && /^\d{1,5}$/.test(parts[1] ?? '') ? parts[0] : text
  return bare?.split('%')[0] ?? ''
}

/**
 * Parses an address as sockets and proxies write it; returns `null` for any other text. The network of an IPv4 address is the address
 * itself. The network of an IPv6 address is its first 64 bits, because a provider usually gives all of them to one subscriber.
 */
export function readClient(text: string): Client | null {
  if (text.length > LONGEST_ADDRESS) return null
  const address = withoutPort(text.trim()).toLowerCase()
  if (isIPv4(address)) return { address, network: address }
  const groups = ipv6Groups(address)
  if (!groups) return null
  const [high = 0, low = 0] = groups.slice(6)
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (isMapped) {
    const plain = [high >> 8, high & 255, low >> 8, low & 255].join('.')
    return { address: plain, network: plain }
  }
  const network = groups.slice(0, NETWORK_GROUPS).map((group) => group.toString(16))
  return { address, network: `${network.join(':')}::/64` }
}

const UNKNOWN: Client = { address: 'unknown', network: 'unknown' }

/**
 * The client of a request: the socket's address or, behind `trustedHops` proxies, the address that the outermost proxy saw. Ignores
 * entries further left in `X-Forwarded-For`, which the client may have forged. Throws `invalid` when a trusted proxy's entry is not
 * an address.
 */
export function clientOf(request: Request, server: Addressed | null, trustedHops: number): Client {
  const socket = readClient(server?.requestIP(request)?.address ?? '') ?? UNKNOWN
  if (trustedHops === 0) return socket
  const seen = (request.headers.get('x-forwarded-for') ?? '')
    .split(',')
    .map((address) => address.trim())
    .filter(Boolean)
  const named = seen.at(-trustedHops) ?? seen[0]
  if (named === undefined) return socket
  const client = readClient(named)
  if (!client) throw new Refusal('invalid', 'X-Forwarded-For names no address.')
  return client
}
