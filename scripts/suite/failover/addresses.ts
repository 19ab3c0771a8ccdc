import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** The ports in ops/failover. */
const ports = [2379, 2380, 5432, 8008, 5000, 6432, 4100]

/**
 * Six loopback addresses on which the ports in ops/failover are free: three for database machines, three for app machines.
 * Only the addresses, folders and passwords differ from a real cluster.
 */
export async function freeAddresses(): Promise<string[]> {
  const network = `127.${randomInt(1, 255)}.${randomInt(1, 255)}`
  const addresses = [1, 2, 3, 11, 12, 13].map((n) => `${network}.${n}`)
  for (const host of addresses) await requireFree(host, ports)
  return addresses
}

/** @throws Error with one sentence for the first port that cannot be used */
export async function requireFree(host: string, wanted: readonly number[]) {
  const isFree = (port: number) =>
    new Promise<boolean>((resolve) => {
      const probe = createServer().once('error', () => resolve(false))
      probe.listen(port, host, () => probe.close(() => resolve(true)))
    })
  for (const port of wanted)
    if (!(await isFree(port)))
      throw new Error(
        `Port ${port} of ${host} cannot be used: a program listens on this port at all addresses (ss -ltnp), or this is not Linux.`,
      )
}
