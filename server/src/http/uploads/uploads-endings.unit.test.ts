import { once } from 'node:events'
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import {
  end,
  fieldPart,
  filePart,
  formWith,
  multipart,
  own,
  padded,
  png,
  rules,
  uploadServer,
} from '../../testing/files/upload-server.ts'
import { HttpError } from '../../errors.ts'
import { receive, removeLeftovers } from './uploads.ts'

const server = await uploadServer()
const MB = 1024 * 1024

test('rejects 600 MB without Content-Length early and does not read the rest', async () => {
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

test('rejects 600 MB with Content-Length before the body', async () => {
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

test('removes the file of a client that disconnects', async () => {
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

test('keeps the connection usable after a rejected upload', async () => {
  for (let i = 0; i < 3; i++) {
    const answer = await server.post('image', formWith('productImg', [{ bytes: own(padded(5 * MB + 1)) }]))
    expect(answer.status).toBe(413)
  }
  expect(await server.post('image', formWith('productImg', [{ bytes: own(png) }]))).toMatchObject({
    status: 200,
  })
})

test('ends with a form or an error for every generated body', async () => {
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
    if (outcome instanceof Error) expect(outcome).toBeInstanceOf(HttpError)
    else await outcome.discard()
  }
  expect(await readdir(folder)).toEqual([])
  await rm(folder, { recursive: true })
})

test('fails if the folder cannot be written to', async () => {
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

test('removes incoming files of a killed process after an hour', async () => {
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
