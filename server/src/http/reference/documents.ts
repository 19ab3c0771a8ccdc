import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { api } from '@kirana/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { openApi, type Operation } from './openapi.ts'

const escape = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** The text of the API reference about the allowed callers: 'staff (orders.write), superadmin'. */
const callersOf = ({ 'x-access': access, 'x-permission': permission }: Operation) =>
  permission === undefined ? access : access.replace('staff', `staff (${permission})`)

/** Allows only the page's inline styles. */
const pagePolicy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'"

/**
 * The API reference: all calls by entity, generated from the OpenAPI document. It has no script, so the strict policy
 * allows it.
 */
function page(document: ReturnType<typeof openApi>) {
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => ({ path, method: method.toUpperCase(), call })),
  )
  const groups = Map.groupBy(calls, ({ call }) => call.tags[0] ?? '')
  const sections = [...groups].map(
    ([tag, rows]) =>
      `<h2 id="${escape(tag)}">${escape(tag)}</h2><table>${rows
        .map(
          ({ path, method, call }) =>
            `<tr><td><code>${method}</code></td><td><code>${escape(`/api/v1${path}`)}</code></td><td>${escape(call.summary)}</td><td>${escape(callersOf(call))}</td></tr>`,
        )
        .join('')}</table>`,
  )
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Kirana API</title><style>body{font:15px/1.5 system-ui;max-width:70rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}
table{border-collapse:collapse;width:100%}td{padding:.35rem .75rem .35rem 0;vertical-align:top;border-top:1px solid #8884}h2{margin-top:2rem}</style>
<h1>Kirana API</h1><p>The whole description for programs: <a href="/api/openapi.json">openapi.json</a> (OpenAPI 3.1).</p>${sections.join('')}</html>`
}

const pack = promisify(gzip)
const takesGzip = ({ headers }: FastifyRequest) =>
  /(^|[\s,])gzip\s*(?!;\s*q=0(\.0*)?\s*(,|$))(,|;|$)/i.test(headers['accept-encoding'] ?? '')

/**
 * Serves a constant text that is generated, encoded and compressed once, at the first request. Describing all calls
 * takes 5 % of the server's start, and encoding the text for every request would let one caller delay all others.
 */
function answerWith(make: () => string) {
  let plain: Buffer | null = null
  let packed: Promise<Buffer> | null = null
  return async (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('vary', 'accept-encoding')
    plain ??= Buffer.from(make())
    if (!takesGzip(request)) return reply.send(plain)
    packed ??= pack(plain)
    return reply.header('content-encoding', 'gzip').send(await packed)
  }
}

/** These requests wait for a turn like public reads. */
const options = {
  compress: false,
  config: { call: { access: 'public', writes: false, takesFiles: false, streams: false } },
} as const

export function serveDocuments(app: FastifyInstance) {
  const sendDocument = answerWith(() => JSON.stringify(openApi(api)))
  const sendPage = answerWith(() => page(openApi(api)))
  app.get('/api/openapi.json', options, (request, reply) =>
    sendDocument(request, reply.type('application/json; charset=utf-8')),
  )
  app.get('/api/docs', options, (request, reply) =>
    sendPage(request, reply.header('content-security-policy', pagePolicy).type('text/html; charset=utf-8')),
  )
}
