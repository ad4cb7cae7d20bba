type Addressed = { requestIP(request: Request): { address: string } | null }

const plain = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, '')

/**
 * Whose address a request bears: the socket's, or with `trustedHops` proxies in front the one that the outermost of them saw.
 * What a client wrote into `X-Forwarded-For` itself stands further left and is not believed.
 */
export function clientAddress(
  request: Request,
  server: Addressed | null,
  trustedHops: number,
): string {
  const socket = plain(server?.requestIP(request)?.address ?? 'unknown')
  if (trustedHops === 0) return socket
  const seen = (request.headers.get('x-forwarded-for') ?? '')
    .split(',')
    .map((address) => address.trim())
    .filter(Boolean)
  return plain(seen.at(-trustedHops) ?? seen[0] ?? socket)
}
