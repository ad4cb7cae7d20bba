import { isIP } from 'node:net'
import { Refusal } from '#src/rules/refusal.ts'

type Addressed = { requestIP(request: Request): { address: string } | null }

/** The sender of a request. Logs use the address; every limit counts one network as one client. */
export type Client = { address: string; network: string }

/** An upper bound for an address with a zone, brackets and a port. */
const LONGEST_ADDRESS = 80
/** `[::1%eth0]:80` or `192.0.2.1:80`. */
const WITH_PORT = /^(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d{1,5})$/

/** The eight groups of an IPv6 address, without leading zeros. */
function ipv6Groups(address: string): string[] {
  // The parser leaves out the longest run of zeros, and writes an IPv4 address at the end as two groups.
  const [head = [], end = []] = new URL(`http://[${address}]`).hostname
    .slice(1, -1)
    .split('::')
    .map((half) => half.split(':').filter(Boolean))
  return [...head, ...Array<string>(8 - head.length - end.length).fill('0'), ...end]
}

/**
 * Parses an address as sockets and proxies write it; returns `null` for any other text. The network of an IPv4 address is the address
 * itself. The network of an IPv6 address is its first 64 bits, because a provider usually gives all of them to one subscriber.
 */
export function readClient(text: string): Client | null {
  if (text.length > LONGEST_ADDRESS) return null
  const given = text.trim().toLowerCase()
  const [, inBrackets, beforePort] = WITH_PORT.exec(given) ?? []
  const [address = ''] = (inBrackets ?? beforePort ?? given).split('%')
  const family = isIP(address)
  if (family === 4) return { address, network: address }
  if (family === 0) return null
  const groups = ipv6Groups(address)
  if (groups.slice(0, 6).join(':') !== '0:0:0:0:0:ffff')
    return { address, network: `${groups.slice(0, 4).join(':')}::/64` }
  const [high = 0, low = 0] = groups.slice(6).map((group) => Number.parseInt(group, 16))
  const mapped = [high >> 8, high & 255, low >> 8, low & 255].join('.')
  return { address: mapped, network: mapped }
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
