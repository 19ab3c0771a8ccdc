import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import type { IncomingMessage } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { badFiles, plain } from '../testing/bad-files.ts'
import { Refused } from './refuse.ts'
import { receive, removeLeftovers } from './uploads.ts'
import { formWith, rules, uploadServer } from '../testing/upload-server.ts'
import type { Answer } from '../testing/upload-server.ts'

let server: Awaited<ReturnType<typeof uploadServer>>
let png: Buffer<ArrayBuffer>
beforeAll(async () => {
  server = await uploadServer()
  png = Buffer.from(await plain(40, 30).png().toBuffer())
})
afterEach(async () => {
  expect(await server.left()).toEqual([])
})
afterAll(() => server.close())

const MB = 1024 * 1024
const own = (bytes: Buffer) => new Uint8Array(bytes)
/** `size` bytes that begin as a PNG and are one to the end: the rest is a chunk that readers skip. */
const padded = (size: number) => Buffer.concat([png, Buffer.alloc(size - png.length)])

/** Sends a request as it stands, byte by byte where wanted, and gives the answer's body. */
async function raw(kind: string, body: Buffer, contentType: string, pieces = 1): Promise<Answer> {
  const socket = connect(server.port, '127.0.0.1')
  const answer: Buffer[] = []
  socket.on('data', (chunk) => answer.push(chunk))
  socket.write(
    `POST /${kind} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: ${contentType}\r\nContent-Length: ${body.length}\r\n\r\n`,
  )
  const step = Math.ceil(body.length / pieces)
  for (let at = 0; at < body.length; at += step) {
    socket.write(body.subarray(at, at + step))
    if (pieces > 1) await new Promise((later) => setTimeout(later, 1))
  }
  await once(socket, 'close')
  return JSON.parse(
    Buffer.concat(answer)
      .toString()
      .split('\r\n\r\n')[1]
      ?.replace(/^[0-9a-f]+\r\n|\r\n0$/g, '') ?? '',
  )
}
const multipart = 'multipart/form-data; boundary=xx'
const part = (head: string, body: Buffer | string = '') =>
  Buffer.concat([Buffer.from(`--xx\r\n${head}\r\n\r\n`), Buffer.from(body), Buffer.from('\r\n')])
const filePart = (name: string, body: Buffer | string = png) =>
  part(
    `Content-Disposition: form-data; name="productImg"; filename="${name}"\r\nContent-Type: image/png`,
    body,
  )
const fieldPart = (name: string, value: string) =>
  part(`Content-Disposition: form-data; name="${name}"`, value)
const end = Buffer.from('--xx--\r\n')

describe('what is taken', () => {
  test('fields before and after files, the client’s name and type without effect', async () => {
    const body = Buffer.concat([fieldPart('a', 'चावल'), filePart('x.svg'), fieldPart('b', ''), end])
    const answer = await raw('image', body, multipart)
    expect(answer).toMatchObject({
      status: 200,
      fields: { a: 'चावल', b: '' },
      files: [{ type: 'image/webp' }],
    })
  })

  test.each([
    '../../../etc/passwd',
    '..\\..\\boot.ini',
    '/etc/cron.d/x',
    'a\0.png',
    'x'.repeat(5000),
    'चावल का फोटो.png',
    '\u202Egnp.exe',
    'con.png',
    '%2e%2e%2fx',
    "'; drop table files; --",
    '<img src=x onerror=alert(1)>.png',
  ])('a picture whose name is %j', async (name) => {
    expect(await raw('image', Buffer.concat([filePart(name), end]), multipart)).toMatchObject({ status: 200 })
  })

  test('a body that comes in 200 small pieces', async () => {
    const body = Buffer.concat([fieldPart('a', '1'), filePart('x.png'), filePart('y.png'), end])
    const answer = await raw('image', body, multipart, 200)
    expect(answer).toMatchObject({ status: 200, fields: { a: '1' }, files: [{}, {}] })
  })

  test('no file at all where none is needed, and an empty picker counts as none', async () => {
    expect(
      await server.post('document', formWith('supportingDocs', [], { withdrawalId: 'w' })),
    ).toMatchObject({
      status: 200,
      fields: { withdrawalId: 'w' },
      files: [],
    })
    const empty = Buffer.concat([filePart('', ''), end])
    expect(await raw('image', empty, multipart)).toMatchObject({
      status: 400,
      message: 'Select at least 1 image',
    })
  })

  test('exactly as many files, and exactly as many bytes, as are allowed', async () => {
    const three = [1, 2, 3].map(() => ({ bytes: own(padded(5 * MB)) }))
    expect(await server.post('image', formWith('productImg', three))).toMatchObject({
      status: 200,
      files: [{}, {}, {}],
    })
    const document = own(padded(10 * MB))
    expect(await server.post('document', formWith('supportingDocs', [{ bytes: document }]))).toMatchObject({
      status: 200,
    })
  })
})

describe('what is refused', () => {
  test.each([
    ['image', 5, 'A picture may have at most 5 MB'],
    ['document', 10, 'A document may have at most 10 MB'],
  ] as const)('one byte more than an %s may have', async (kind, most, message) => {
    const form = formWith(rules[kind].field, [{ bytes: own(padded(most * MB + 1)) }])
    expect(await server.post(kind, form)).toMatchObject({ status: 413, message })
  })

  test('one file more than the rule allows', async () => {
    const four = [1, 2, 3, 4].map(() => ({ bytes: own(png) }))
    expect(await server.post('image', formWith('productImg', four))).toMatchObject({
      status: 400,
      message: 'Upload 3 files maximum',
    })
  })

  const field = (n: number) => fieldPart(`f${n}`, 'x')
  test.each<[string, Buffer | (() => Buffer), string, number, RegExp]>([
    ['JSON', Buffer.from('{}'), 'application/json', 415, /multipart/],
    ['an encoded form', Buffer.from('a=1'), 'application/x-www-form-urlencoded', 415, /multipart/],
    ['no type', Buffer.from('a'), '', 415, /multipart/],
    ['multipart without a boundary', end, 'multipart/form-data; charset=utf-8', 400, /could not be read/],
    ['another kind of multipart', end, 'multipart/mixed; boundary=xx', 415, /multipart/],
    ['no body', Buffer.alloc(0), multipart, 400, /could not be read/],
    ['a body that is no form', Buffer.from('hello'), multipart, 400, /could not be read/],
    ['a form without its end', () => filePart('x.png'), multipart, 400, /could not be read/],
    [
      'a form that breaks off in a file',
      () => filePart('x.png').subarray(0, 150),
      multipart,
      400,
      /could not be read/,
    ],
    [
      'a form that breaks off in a head',
      Buffer.from('--xx\r\nContent-Disp'),
      multipart,
      400,
      /could not be read/,
    ],
    ['a form with nothing in it', end, multipart, 400, /Select at least 1 image/],
    [
      'another boundary',
      () => Buffer.concat([filePart('x'), end]),
      'multipart/form-data; boundary=yy',
      400,
      /could not/,
    ],
    [
      'files under another name',
      () => Buffer.concat([part('Content-Disposition: form-data; name="img"; filename="x"', png), end]),
      multipart,
      400,
      /Send the files as productImg/,
    ],
    [
      'a file without a field name',
      () => Buffer.concat([part('Content-Disposition: form-data; filename="x"', png), end]),
      multipart,
      400,
      /Send the files/,
    ],
    [
      'a field without a name',
      Buffer.concat([part('Content-Disposition: form-data', 'x'), end]),
      multipart,
      400,
      /no valid name/,
    ],
    ['a field twice', Buffer.concat([field(1), field(1), end]), multipart, 400, /f1 was sent twice/],
    [
      'a field that is too long',
      Buffer.concat([fieldPart('f', 'x'.repeat(10_001)), end]),
      multipart,
      413,
      /f is too long/,
    ],
    [
      '21 fields',
      Buffer.concat([...Array.from({ length: 21 }, (_, n) => field(n)), end]),
      multipart,
      413,
      /too many fields/,
    ],
    [
      'the picture as a text field',
      () => Buffer.concat([fieldPart('productImg', 'x'), end]),
      multipart,
      400,
      /Select at least/,
    ],
  ])('%s', async (_what, body, type, status, message) => {
    const answer = await raw('image', typeof body === 'function' ? body() : body, type)
    expect(answer).toMatchObject({ status, message: expect.stringMatching(message) })
  })

  test('every bad file, whatever it calls itself', async () => {
    const all = await badFiles()
    expect(all.length).toBeGreaterThanOrEqual(40)
    const disguises = [
      { name: 'photo.png', type: 'image/png' },
      { name: 'photo.jpg', type: 'image/jpeg' },
    ]
    for (const [i, { what, kind, bytes, status }] of all.entries()) {
      const good = { bytes: own(png) }
      const bad = { bytes: own(bytes), ...disguises[i % 2] }
      const answer = await server.post(kind, formWith(rules[kind].field, [good, bad]))
      expect({ what, ...answer }).toMatchObject({
        what,
        status,
        message: expect.stringMatching(/^(A|The) .{15,}/),
      })
      expect({ what, left: await server.left() }).toEqual({ what, left: [] })
    }
  })

  test('600 MB without a length: answered early, the rest never read', async () => {
    const socket = connect(server.port, '127.0.0.1')
    let answer = ''
    socket.on('data', (data) => (answer += data))
    socket.on('error', () => {})
    const closed = new Promise((done) => socket.once('close', done))
    const send = (bytes: Buffer) => {
      socket.write(`${bytes.length.toString(16)}\r\n`)
      socket.write(bytes)
      return socket.write('\r\n')
    }
    socket.write(
      `POST /document HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nContent-Type: ${multipart}\r\n\r\n`,
    )
    send(
      Buffer.from(
        '--xx\r\nContent-Disposition: form-data; name="supportingDocs"; filename="x.pdf"\r\n\r\n%PDF-',
      ),
    )
    const chunk = Buffer.alloc(64 * 1024)
    let sent = 0
    const goOn = () => {
      while (!socket.destroyed && sent < 600 * MB) {
        sent += chunk.length
        if (!send(chunk)) return
      }
    }
    socket.on('drain', goOn)
    goOn()
    await closed
    expect(answer).toContain('413 Payload Too Large')
    expect(answer).toContain('A document may have at most 10 MB')
    expect(server.seen.bytesRead()).toBeGreaterThan(10 * MB)
    expect(server.seen.bytesRead()).toBeLessThan(20 * MB)
  })

  test('600 MB that say so: answered before the body', async () => {
    const upload = httpRequest({
      port: server.port,
      path: '/image',
      method: 'POST',
      headers: { 'content-type': multipart, 'content-length': 600 * MB },
    })
    upload.flushHeaders()
    upload.on('error', () => {})
    const [response] = (await once(upload, 'response')) as [IncomingMessage]
    expect(response.statusCode).toBe(413)
    upload.destroy()
  })

  test('a client that goes away in the middle of a file', async () => {
    const socket = connect(server.port, '127.0.0.1')
    socket.write(
      `POST /image HTTP/1.1\r\nHost: x\r\nContent-Type: ${multipart}\r\nContent-Length: 900000\r\n\r\n`,
    )
    socket.write(filePart('x.png', Buffer.alloc(300_000)).subarray(0, 200_000))
    await expect.poll(() => readdir(server.folder)).toHaveLength(1)
    socket.destroy()
    await expect.poll(() => readdir(server.folder)).toEqual([])
    await expect.poll(() => server.seen.inFlight).toBe(0)
  })
})

test('a connection can be used again after a refused upload', async () => {
  for (let i = 0; i < 3; i++) {
    const answer = await server.post('image', formWith('productImg', [{ bytes: own(padded(5 * MB + 1)) }]))
    expect(answer.status).toBe(413)
  }
  expect(await server.post('image', formWith('productImg', [{ bytes: own(png) }]))).toMatchObject({
    status: 200,
  })
})

test('whatever bytes come, there is an end: a form or a refusal', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mangled-'))
  const good = Buffer.concat([fieldPart('a', '1'), filePart('x.png', 'picture'), fieldPart('b', '2'), end])
  let seed = 11
  const random = (below: number) => (seed = (seed * 48271) % 2147483647) % below
  const breaks = ['\r\n', '--', '--xx', '--xx--', '\r\n\r\n', '\0', '"', ';', 'Content-Disposition: ']
  for (let round = 0; round < 1500; round++) {
    const bytes = [...good]
    for (let change = random(4); change >= 0; change--) {
      const at = random(bytes.length)
      const action = random(3)
      if (action === 0) bytes.splice(at, 1 + random(20))
      else if (action === 1) bytes[at] = random(256)
      else bytes.splice(at, 0, ...Buffer.from(breaks[random(breaks.length)] ?? ''))
    }
    const mangled = Buffer.from(bytes)
    const body = new PassThrough()
    const request = Object.assign(body, { headers: { 'content-type': multipart }, complete: true })
    const middle = random(mangled.length + 1)
    body.write(mangled.subarray(0, middle))
    body.end(mangled.subarray(middle))
    const outcome = await receive(request as unknown as IncomingMessage, rules.image, folder).catch((e) => e)
    if (outcome instanceof Error) expect(outcome).toBeInstanceOf(Refused)
    else await outcome.discard()
  }
  expect(await readdir(folder)).toEqual([])
  await rm(folder, { recursive: true })
})

test('a folder that cannot be written is an error, not a hang', async () => {
  const place = join(server.folder, '..', `file-${process.pid}`)
  await writeFile(place, '')
  const body = new PassThrough()
  const request = Object.assign(body, { headers: { 'content-type': multipart }, complete: true })
  body.end(Buffer.concat([filePart('x.png'), end]))
  await expect(receive(request as unknown as IncomingMessage, rules.image, place)).rejects.toThrow(
    /EEXIST|ENOTDIR/,
  )
  await rm(place)
})

test('what a killed process left is removed after an hour', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'left-'))
  await writeFile(join(folder, 'old'), 'x')
  await writeFile(join(folder, 'new'), 'x')
  const past = new Date(Date.now() - 3_700_000)
  await utimes(join(folder, 'old'), past, past)
  await removeLeftovers(folder)
  expect(await readdir(folder)).toEqual(['new'])
  await removeLeftovers(join(folder, 'none'))
  await rm(folder, { recursive: true })
})
