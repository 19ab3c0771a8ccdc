import { isIPv6, SocketAddress } from 'node:net'
import type { FastifyRequest } from 'fastify'

/**
 * Rate-limit key of anonymous callers: the IPv4 address, or the /64 of an IPv6 address, which belongs to one household.
 */
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

/**
 * The network of a caller: the /48 of an IPv6 address, because one holder can use all of its 65,536 /64s. An IPv4
 * address is its own network, because neighbouring addresses have different holders.
 */
export function networkOf(request: Pick<FastifyRequest, 'ip'>): string {
  const address = addressOf(request)
  return address.endsWith('::/64') ? `${address.split(':').slice(0, 3).join(':')}::/48` : address
}
