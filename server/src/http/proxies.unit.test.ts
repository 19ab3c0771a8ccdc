import fastify from 'fastify'
import { expect, test } from 'vitest'
import { readConfig } from '../config/config.ts'
import { addressOf } from './address.ts'
import { logging } from './log.ts'
import { proxyTrust, reportUnknownProxies } from './proxies.ts'

/** A server with this TRUST_PROXY, which returns the address and protocol of requests and its log. */
function server(value: string) {
  let lines = ''
  const config = readConfig({ TRUST_PROXY: value })
  const stream = { write: (line: string) => void (lines += line) }
  const app = fastify({ trustProxy: proxyTrust(config), logger: { ...logging('info'), stream } })
  reportUnknownProxies(app, config)
  app.get('/', (request) => ({ ip: request.ip, counted: addressOf(request), protocol: request.protocol }))
  const ask = async (peer: string, headers: Record<string, string> = {}) =>
    (await app.inject({ url: '/', remoteAddress: peer, headers })).json<Record<string, string>>()
  return { ask, lines: () => lines.split('\n').filter(Boolean) }
}

const client = '203.0.113.7'
const spoofed = '198.51.100.1'
const headers = { 'x-forwarded-for': `${spoofed}, ${client}`, 'x-forwarded-proto': 'https' }
const believed = { ip: client, counted: client, protocol: 'https' }
const ignored = (peer: string) => ({ ip: peer, counted: peer, protocol: 'http' })

test.each<[value: string, trusted: string[], others: string[]]>([
  ['off', [], ['127.0.0.1', '10.0.0.5', client]],
  [
    'on',
    ['127.0.0.1', '127.8.9.1', '::1', '::ffff:127.0.0.1', '10.0.0.5', '172.17.0.1', '192.168.1.9', 'fd12::1'],
    [client, '172.32.0.1', '11.0.0.1', '169.254.1.1', '100.64.0.1', '::ffff:203.0.113.9'],
  ],
  [
    '10.0.0.5, 10.0.1.0/24, fd00:1::/32',
    ['10.0.0.5', '::ffff:10.0.0.5', '10.0.1.77', 'fd00:1::5'],
    ['127.0.0.1', '::1', '10.0.0.6', '10.0.2.1', '192.168.1.9', client],
  ],
])(
  'with TRUST_PROXY %s, takes address and protocol from trusted proxies only',
  async (value, trusted, others) => {
    const { ask } = server(value)
    for (const peer of trusted) expect(await ask(peer, headers), peer).toEqual(believed)
    for (const peer of others)
      expect(await ask(peer, headers), peer).toMatchObject({ ip: peer, protocol: 'http' })
    expect(await ask(client)).toEqual(ignored(client))
  },
)

test('does not let a client with a private address spoof its address through a nearby proxy', async () => {
  const { ask } = server('on')
  const said = { 'x-forwarded-for': '127.0.0.1, 192.168.1.30' }
  expect(await ask('127.0.0.1', said)).toMatchObject({ ip: '192.168.1.30' })
})

test('supports a chain of named proxies', async () => {
  const { ask } = server('10.0.0.5,203.0.113.50')
  const through = { 'x-forwarded-for': `${spoofed}, ${client}, 203.0.113.50` }
  expect(await ask('10.0.0.5', through)).toMatchObject({ ip: client })
  expect(await ask('10.0.0.6', through)).toMatchObject({ ip: '10.0.0.6' })
})

test('logs an untrusted proxy once, and the peer address of each request', async () => {
  const { ask, lines } = server('10.0.0.5')
  await ask('10.0.0.5', headers)
  expect(lines().join('')).toContain(`"ip":"${client}"`)
  expect(lines().join('')).not.toContain('TRUST_PROXY')
  await ask(spoofed, headers)
  await ask(spoofed, headers)
  const warned = lines().filter((line) => line.includes('TRUST_PROXY does not name this peer'))
  expect(warned.map((line) => (JSON.parse(line) as { peer: string }).peer)).toEqual([spoofed])
  expect(lines().join('')).toContain(`"ip":"${spoofed}"`)
})
