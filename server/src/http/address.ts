import { isIPv6, SocketAddress } from 'node:net'
import type { FastifyRequest } from 'fastify'

/** Rate-limit key of anonymous callers: the IPv4 address, or the /64 of an IPv6 address, which is one household's. */
export function addressOf({ ip }: Pick<FastifyRequest, 'ip'>): string {
  const [bare = ''] = ip.split('%')
  if (!isIPv6(bare)) return ip
  const { address } = new SocketAddress({ address: bare, family: 'ipv6' })
  const mapped = /^::ffff:([\d.]+)$/.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  const [before = [], after = []] = address.split('::').map((side) => side.split(':').filter(Boolean))
  const zeros = Array<string>(8 - before.length - after.length).fill('0')
  return `${[...before, ...zeros, ...after].slice(0, 4).join(':')}::/64`
}
