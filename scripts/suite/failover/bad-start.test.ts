import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { requireFree } from './addresses.ts'
import { failover } from './suite.ts'

test('the error names a port that is in use', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const address = other.address()
  const port = typeof address === 'object' && address ? address.port : 0
  await expect(requireFree('127.0.0.1', [port])).rejects.toThrow(
    `Port ${port} of 127.0.0.1 cannot be used: a program listens on this port at all addresses`,
  )
  other.close()
  await once(other, 'close')
  await requireFree('127.0.0.1', [port])
})

test.each([
  [['many'], 'The number of runs must be a whole number above 0.'],
  [['0', 'node'], 'The number of runs must be a whole number above 0.'],
  [['1', 'nodes'], /^No fault is called nodes\. There are: postmaster, .+, restore\.$/],
  [['1', 'restore', 'add'], /^add comes after a number of runs and a fault/],
  [['1', 'node', 'again'], /^add comes after a number of runs and a fault/],
])('wrong arguments %j start no cluster', async (words, said) => {
  const { failed, failures } = await failover(words)
  expect(failed).toBe(1)
  expect(failures).toEqual([expect.stringMatching(said)])
})
