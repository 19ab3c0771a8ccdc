import type { FastifyReply } from 'fastify'

/** Answers a table as a file that the browser saves under `name`. */
export const sendCsv = (reply: FastifyReply, name: string, csv: string) =>
  reply
    .headers({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'private, no-store',
    })
    .send(csv)
