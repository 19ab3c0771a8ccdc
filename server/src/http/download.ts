import { createWriteStream } from 'node:fs'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { FastifyReply } from 'fastify'
import { v7 } from 'uuid'
import { HttpError } from '../errors.ts'
import { incomingFolder, isFull, noRoom } from './uploads/uploads.ts'

type FileType =
  | 'text/csv'
  | 'text/xml'
  | 'application/json'
  | 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
type Named = { name: string; type: FileType }
/** A file whose content is generated while it is written to disk. */
export type Download = Named & { parts: AsyncIterable<string | Uint8Array> }

const headersOf = ({ name, type }: Named) => ({
  'content-type': type.endsWith('.sheet') ? type : `${type}; charset=utf-8`,
  'content-disposition': `attachment; filename="${name}"`,
  'cache-control': 'private, no-store',
})

/** Sends a table as a file that the browser saves as `name`. */
export const sendCsv = (reply: FastifyReply, name: string, csv: string) =>
  reply.headers(headersOf({ name, type: 'text/csv' })).send(csv)

/**
 * Sends a file of any size. The whole file is written to disk before its first byte is sent, so that a failing
 * statement or storage leads to an error status instead of a truncated file. The file is unlinked before it is sent, so
 * nothing has to remove it later.
 * @throws HttpError 503 when the disk is full, 400 when the caller has disconnected, and whatever `parts` throws
 */
export async function sendLongFile(
  reply: FastifyReply,
  config: { dataDir: string },
  { parts, ...download }: Download,
) {
  const folder = incomingFolder(config)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, v7())
  const gone = new AbortController()
  const stop = () => gone.abort()
  reply.raw.once('close', stop)
  try {
    if (reply.raw.destroyed) stop()
    await pipeline(parts, createWriteStream(path, { flags: 'wx', mode: 0o600 }), { signal: gone.signal })
    const file = await open(path)
    const { size } = await file.stat()
    const headers = { ...headersOf(download), 'content-length': size }
    return reply.headers(headers).send(file.createReadStream())
  } catch (error) {
    if (gone.signal.aborted) throw new HttpError(400, 'The request was interrupted')
    throw isFull(error) ? noRoom() : error
  } finally {
    reply.raw.off('close', stop)
    await rm(path, { force: true })
  }
}
