import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FileRule } from '@kirana/contract/route'
import { prepare } from '../services/files.ts'
import type { Prepared } from '../services/files.ts'
import { Refused } from '../http/refuse.ts'
import { drain, receive } from '../http/uploads.ts'

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

/** A server of its own that takes uploads at /image and /document, as the product's adapter does. */
export async function uploadServer() {
  const folder = await mkdtemp(join(tmpdir(), 'uploads-'))
  let socket: Socket | undefined
  /** What the last call prepared, and how many bytes the server has read on its connection. */
  const seen = { prepared: [] as Prepared[], inFlight: 0, bytesRead: () => socket?.bytesRead ?? 0 }

  const server = createServer(async (request, response) => {
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
      answer.status = error instanceof Refused ? error.status : 500
      answer.message = String(error instanceof Error ? error.message : error)
    } finally {
      await discard()
      await discard()
      seen.inFlight--
    }
    drain(request)
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo

  return {
    port,
    folder,
    seen,
    /** The names of what is left in the folder once no call is under way. */
    left: async () => {
      while (seen.inFlight > 0) await new Promise((later) => setTimeout(later, 5))
      return readdir(folder)
    },
    post: async (kind: 'image' | 'document', form: FormData): Promise<Answer> =>
      (
        await fetch(`http://127.0.0.1:${port}/${kind}`, { method: 'POST', body: form })
      ).json() as Promise<Answer>,
    close: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
      await rm(folder, { recursive: true })
    },
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
