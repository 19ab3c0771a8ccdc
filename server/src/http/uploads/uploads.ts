import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Busboy } from '@fastify/busboy'
import type { BusboyFileStream, BusboyHeaders } from '@fastify/busboy'
import { inMegabytes, MAX_BYTES, tooLargeFile } from '@kirana/contract/wire/file-limits'
import type { FileRule } from '@kirana/contract/wire/route'
import { v7 as uuid } from 'uuid'
import { HttpError } from '../../errors.ts'

const MB = 1024 * 1024
const MAX_FIELDS = 20
const MAX_FIELD_BYTES = 10_000
const MAX_NAME = 100
/** Bytes that fields and part headers may add to the files. */
const AROUND_FILES = 512 * 1024
/** Time limit for writing the last bytes after the body has ended. */
const SETTLE_MS = 30_000

/** An uploaded file in the incoming folder. Its name and type are unverified claims of the client and not stored. */
export type Incoming = { path: string; size: number }
export type Form = {
  fields: Record<string, string>
  files: Incoming[]
  /** Removes the incoming files. Call it in `finally`; idempotent. */
  discard: () => Promise<void>
}

/** The folder of files of running calls. The hourly clean-up removes files that killed processes left. */
export const incomingFolder = ({ dataDir }: { dataDir: string }) => join(dataDir, 'incoming')

/**
 * Reads a multipart form, streaming files to disk. Exceeding a limit stops the reading at that byte. Fields may follow
 * files. When it throws, it has removed its files from `folder`, and the rest of the body is unread, so call `drain`.
 * @throws HttpError 415 not multipart; 413 too large; 400 malformed, wrong field, too many files, no file or client
 * disconnected; 503 disk full
 */
export async function receive(request: IncomingMessage, rule: FileRule, folder: string): Promise<Form> {
  const type = request.headers['content-type'] ?? ''
  if (!/^multipart\/form-data\s*;/i.test(type)) {
    throw new HttpError(415, 'Send the form as multipart/form-data')
  }
  const total = rule.max * MAX_BYTES[rule.kind] + AROUND_FILES
  if (Number(request.headers['content-length'] ?? 0) > total) throw tooLargeTogether(rule)

  const paths: string[] = []
  const discard = async () => {
    await Promise.all(paths.splice(0).map((path) => rm(path, { force: true })))
  }
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const form = await read(request, rule, total, () => {
      const path = join(folder, uuid())
      paths.push(path)
      return path
    })
    if (rule.required !== undefined && form.files.length === 0) throw new HttpError(400, rule.required)
    return { ...form, discard }
  } catch (error) {
    await discard()
    throw isFull(error) ? noRoom() : error
  }
}

async function read(request: IncomingMessage, rule: FileRule, total: number, newPath: () => string) {
  const parser = parserFor(request, rule)
  const fields: Record<string, string> = Object.create(null)
  const writes: Promise<Incoming | null>[] = []
  const stop = new AbortController()
  let settling: NodeJS.Timeout | undefined
  let count = (_chunk: Buffer) => {}
  let ended = () => {}

  try {
    await new Promise<void>((resolve, reject) => {
      const refuse = (status: 400 | 413, message: string) => reject(new HttpError(status, message))
      let bytes = 0
      count = (chunk) => {
        bytes += chunk.length
        if (bytes > total) reject(tooLargeTogether(rule))
      }
      const closed = () => {
        if (!request.complete) refuse(400, 'The upload was interrupted')
      }

      parser.on('file', (field, stream, name) => {
        stream.on('error', () => {})
        if (field !== rule.field) return refuse(400, `Send the files as ${rule.field}`)
        stream.once('limit', () => reject(tooLarge(rule)))
        const write = toDisk(stream, name, newPath(), stop.signal)
        write.catch(reject)
        writes.push(write)
      })
      parser.on('field', (field: string | undefined, value, _nameCut, valueCut) => {
        if (!field || field.length > MAX_NAME) return refuse(400, 'A field of the form has no valid name')
        if (field in fields) return refuse(400, `${field} was sent twice`)
        if (valueCut) return refuse(413, `${field} is too long`)
        fields[field] = value
      })
      parser.once('filesLimit', () => refuse(400, rule.tooMany))
      parser.once('fieldsLimit', () => refuse(413, 'The form has too many fields'))
      parser.once('partsLimit', () => refuse(413, 'The form has too many parts'))
      parser.on('error', () => refuse(400, 'The form could not be read'))

      // Waits for both form and body, because the form may be complete before the body, and unread bytes would corrupt
      // the next request.
      let open = 2
      const close = () => {
        if (--open === 0) Promise.all(writes).then(() => resolve(), reject)
      }
      parser.once('finish', close)
      ended = () => {
        settling = setTimeout(() => refuse(400, 'The form could not be read'), SETTLE_MS)
        close()
      }
      request.on('data', count)
      request.once('end', ended)
      request.on('error', closed)
      request.once('close', closed)
      if (request.destroyed) closed()
      request.pipe(parser)
    })
    const files = await Promise.all(writes)
    return { fields, files: files.filter((file) => file !== null) }
  } catch (error) {
    request.unpipe(parser)
    stop.abort()
    parser.destroy()
    // Waits for the writes, so that the clean-up finds every opened file.
    await Promise.allSettled(writes)
    throw error
  } finally {
    clearTimeout(settling)
    request.off('data', count)
    request.off('end', ended)
  }
}

function parserFor(request: IncomingMessage, rule: FileRule) {
  try {
    return new Busboy({
      headers: request.headers as BusboyHeaders,
      limits: {
        files: rule.max,
        fileSize: MAX_BYTES[rule.kind],
        fields: MAX_FIELDS,
        fieldSize: MAX_FIELD_BYTES,
        parts: rule.max + MAX_FIELDS,
        headerPairs: 20,
        headerSize: 16 * 1024,
      },
    })
  } catch {
    throw new HttpError(400, 'The form could not be read')
  }
}

/** The file on disk, or null for the empty part without a name that a browser sends if no file is chosen. */
async function toDisk(stream: BusboyFileStream, name: string | undefined, path: string, signal: AbortSignal) {
  const out = createWriteStream(path, { flags: 'wx', mode: 0o600 })
  await pipeline(stream, out, { signal })
  return name === '' && out.bytesWritten === 0 ? null : { path, size: out.bytesWritten }
}

const tooLarge = ({ kind }: FileRule) => new HttpError(413, tooLargeFile(kind))
const tooLargeTogether = (rule: FileRule) =>
  rule.max === 1
    ? tooLarge(rule)
    : new HttpError(
        413,
        `The files may have at most ${inMegabytes(rule.max * MAX_BYTES[rule.kind])} together, ${inMegabytes(MAX_BYTES[rule.kind])} each`,
      )

export const noRoom = () => new HttpError(503, 'There is no room left for files on the server')
export const isFull = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')

/**
 * Discards the rest of a body after an early response, so that the client receives the response and not a connection
 * reset. Closes the connection after `most` bytes or 10 seconds.
 */
export function drain(request: IncomingMessage, most = 8 * MB): void {
  if (request.complete || request.readableEnded || request.destroyed) return
  const close = () => request.socket.destroy()
  const timers = [setTimeout(close, 10_000)]
  let bytes = 0
  const count = (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes <= most) return
    request.off('data', count)
    request.pause()
    // Reading pauses for a second before the connection is closed, so that a client that checks for a response while
    // sending receives it.
    timers.push(setTimeout(close, 1000))
  }
  const done = () => timers.forEach((timer) => clearTimeout(timer))
  request.on('data', count)
  request.on('error', done)
  request.once('end', done)
  request.once('close', done)
  request.resume()
}

/** Removes incoming files that a killed process left behind. */
export async function removeLeftovers(folder: string, olderThanMs = 3_600_000): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => null)
    if (found?.isFile() && Date.now() - found.mtimeMs > olderThanMs) await rm(path, { force: true })
  }
}
