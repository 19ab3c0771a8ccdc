import { BlockList, isIP } from 'node:net'

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** Whether this is an IP address or a network such as `10.0.0.0/8`. `/0`, which matches every address, is rejected. */
export function isNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/')
  if (isIP(address) === 0 || address.includes('%') || rest.length > 0) return false
  const most = isIP(address) === 6 ? 128 : 32
  return prefix === undefined || (/^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= most)
}

/** Returns a function that tells whether an address is in one of the networks, also for IPv4-mapped IPv6 addresses. */
export function within(networks: readonly string[]): (address: string | undefined) => boolean {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', prefix] = network.split('/')
    if (prefix === undefined) list.addAddress(address, familyOf(address))
    else list.addSubnet(address, Number(prefix), familyOf(address))
  }
  return (address) => isIP(address ?? '') !== 0 && list.check(address ?? '', familyOf(address ?? ''))
}

const loopback = ['127.0.0.0/8', '::1']

/** Whether an address is a loopback address. */
export const isLoopback = within(loopback)

/** Whether an address is a loopback or private address (RFC 1918, RFC 4193). */
export const isNearby = within([...loopback, '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'])
