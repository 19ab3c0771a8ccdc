import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { connect } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FileRule } from '@kirana/contract/wire/route'
import { afterAll, afterEach, expect } from 'vitest'
import { prepare } from '../../services/files/files.ts'
import type { Prepared } from '../../request/prepared-file.ts'
import { HttpError } from '../../errors.ts'
import { drain, receive } from '../../http/uploads/uploads.ts'
import { plain } from './bad-files.ts'

export const png = Buffer.from(await plain(40, 30).png().toBuffer())
export const own = (bytes: Buffer) => new Uint8Array(bytes)
/** A valid PNG padded to `size` bytes: decoders ignore trailing bytes. */
export const padded = (size: number) => Buffer.concat([png, Buffer.alloc(size - png.length)])

export const rules = {
  image: {
    field: 'productImg',
    kind: 'image',
    max: 3,
    tooMany: 'Upload 3 files maximum',
    required: 'Select at least 1 image',
  },
  document: { field: 'supportingDocs', kind: 'document', max: 5, tooMany: 'Upload 5 files maximum' },
} satisfies Record<'image' | 'document', FileRule>

export type Answer = {
  status: number
  message?: string
  fields?: Record<string, string>
  files?: { type: string; size: number; sha256: string }[]
}

/**
 * A server for the tests of a file that receives uploads at /image and /document like the product's adapter. No test may
 * leave an incoming file behind.
 */
export async function uploadServer() {
  const folder = await mkdtemp(join(tmpdir(), 'uploads-'))
  let socket: Socket | undefined
  /** The files prepared by the last call, and the bytes read on its connection. */
  const seen = { prepared: [] as Prepared[], inFlight: 0, bytesRead: () => socket?.bytesRead ?? 0 }

  const answerTo = async (request: IncomingMessage, response: ServerResponse) => {
    seen.inFlight++
    socket = request.socket
    const kind = request.url === '/image' ? 'image' : 'document'
    let discard = async () => {}
    const answer: Answer = { status: 200 }
    try {
      const form = await receive(request, rules[kind], folder)
      discard = form.discard
      seen.prepared = await prepare(form.files, kind)
      answer.fields = form.fields
      answer.files = seen.prepared.map(({ type, size, sha256 }) => ({ type, size, sha256 }))
    } catch (error) {
      answer.status = error instanceof HttpError ? error.status : 500
      answer.message = String(error instanceof Error ? error.message : error)
    } finally {
      await discard()
      await discard()
      seen.inFlight--
    }
    drain(request)
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  }
  const server = createServer((request, response) => void answerTo(request, response))
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo

  /** The files left in the folder once no call is in progress. */
  const left = async () => {
    while (seen.inFlight > 0) await new Promise((later) => setTimeout(later, 5))
    return readdir(folder)
  }
  afterEach(async () => {
    expect(await left()).toEqual([])
  })
  afterAll(async () => {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
    await rm(folder, { recursive: true })
  })

  return {
    port,
    folder,
    seen,
    left,
    post: async (kind: 'image' | 'document', form: FormData): Promise<Answer> =>
      (
        await fetch(`http://127.0.0.1:${port}/${kind}`, { method: 'POST', body: form })
      ).json() as Promise<Answer>,
    raw: (kind: string, body: Buffer, contentType: string, pieces = 1) =>
      raw(port, kind, body, contentType, pieces),
  }
}

export const formWith = (
  field: string,
  files: readonly { bytes: Uint8Array<ArrayBuffer>; name?: string; type?: string }[],
  fields: Record<string, string> = {},
) => {
  const form = new FormData()
  for (const { bytes, name = 'photo.png', type = 'image/png' } of files) {
    form.append(field, new Blob([bytes], { type }), name)
  }
  for (const [key, value] of Object.entries(fields)) form.append(key, value)
  return form
}

/** Sends a raw request, optionally in several pieces, and returns the answer's body. */
async function raw(
  port: number,
  kind: string,
  body: Buffer,
  contentType: string,
  pieces = 1,
): Promise<Answer> {
  const socket = connect(port, '127.0.0.1')
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
export const multipart = 'multipart/form-data; boundary=xx'
export const part = (head: string, body: Buffer | string = '') =>
  Buffer.concat([Buffer.from(`--xx\r\n${head}\r\n\r\n`), Buffer.from(body), Buffer.from('\r\n')])
export const filePart = (name: string, body: Buffer | string = png) =>
  part(
    `Content-Disposition: form-data; name="productImg"; filename="${name}"\r\nContent-Type: image/png`,
    body,
  )
export const fieldPart = (name: string, value: string) =>
  part(`Content-Disposition: form-data; name="${name}"`, value)
export const end = Buffer.from('--xx--\r\n')
