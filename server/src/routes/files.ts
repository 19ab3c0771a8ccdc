import { files as calls } from '@kirana/contract/files'
import { tokenOf } from '../http/access.ts'
import { HttpError } from '../errors.ts'
import { serve } from '../http/serve.ts'
import { serveFile } from '../services/files/files.ts'
import { findSession } from '../calls/sessions.ts'

/** The session is looked up only if the file is not public, so each public picture costs one statement. */
export const files = serve(calls, {
  get: async ({ db, params, request, reply, context, now }) => {
    const ifNoneMatch = request.headers['if-none-match']
    const store = {
      ...context.files,
      // Gives up the caller's turn while waiting for the storage, which may hang.
      open: (key: string) => {
        request.visit?.pause()
        return context.files.open(key)
      },
    }
    const get = (staff: boolean) => serveFile(db, store, params.key, { staff, ifNoneMatch })
    const isStaff = async () => {
      const token = tokenOf(request, 'staff')
      return (
        token !== undefined &&
        (await findSession(db, 'staff', token, { now, sampleMode: context.config.sampleMode })) !== null
      )
    }
    const file = (await get(false)) ?? ((await isStaff()) ? await get(true) : null)
    if (!file) throw new HttpError(404, 'File not found')
    reply.removeHeader('cache-control').headers(file.headers)
    return file.stream ? reply.send(file.stream) : reply.code(304).send()
  },
})
