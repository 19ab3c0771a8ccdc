import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** Sends a table as a file that the browser saves as `name`. */
export const sendCsv = (reply: FastifyReply, name: string, csv: string | Readable) =>
  reply
    .headers({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'private, no-store',
    })
    .send(csv)
