import { readdirSync, statSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { expect, test } from '../test.ts'

const dist = join(import.meta.dirname, '../../web/dist')
const scripts = readdirSync(join(dist, 'assets')).filter((name) => name.endsWith('.js'))
const largest = scripts.toSorted((a, b) => sizeOf(`assets/${b}`) - sizeOf(`assets/${a}`))[0] ?? ''

function sizeOf(file: string) {
  return statSync(join(dist, file)).size
}

/** Returns the headers of the response without decompressing its body. */
const ask = (url: string, encodings: string) =>
  new Promise<Record<string, unknown>>((resolve, reject) => {
    request(url, { headers: { 'accept-encoding': encodings } }, (answer) => {
      answer.resume()
      resolve(answer.headers)
    })
      .once('error', reject)
      .end()
  })

test('sends precompressed files of the build without compressing them again', async ({ server }) => {
  const packed = { br: 'br', 'gzip, br': 'br', gzip: 'gzip', 'br;q=0, gzip': 'gzip' }
  for (const [path, file] of [
    [`/assets/${largest}`, `assets/${largest}`],
    ['/', 'index.html'],
    ['/admin/orders', 'index.html'],
  ] as const) {
    for (const [encodings, encoding] of Object.entries(packed))
      expect(await ask(`${server.origin}${path}`, encodings)).toMatchObject({
        'content-encoding': encoding,
        'content-length': String(sizeOf(`${file}.${encoding === 'br' ? 'br' : 'gz'}`)),
        vary: 'accept-encoding',
      })
    const plain = await ask(`${server.origin}${path}`, 'deflate')
    expect(plain['content-encoding']).toBeUndefined()
    expect(plain['content-length']).toBe(String(sizeOf(file)))
  }
})
