import { files as calls } from '@kirana/contract/files'
import type { Permission } from '@kirana/domain/permissions'
import { tokenOf } from '../http/access.ts'
import { HttpError } from '../errors.ts'
import { serve } from '../http/serve.ts'
import { serveFile, storeWithoutTurn } from '../services/files/files.ts'
import { findSession } from '../request/sessions.ts'

/** The session is looked up only if the file is not public, so each public picture costs one statement. */
export const files = serve(calls, {
  get: async ({ db, params, request, reply, context, now }) => {
    const ifNoneMatch = request.headers['if-none-match']
    const store = storeWithoutTurn(context.files, request.visit)
    const get = (permissions: readonly Permission[]) =>
      serveFile(db, store, params.key, { permissions, ifNoneMatch })
    const getAsStaff = async () => {
      const token = tokenOf(request, 'staff')
      if (token === undefined) return null
      const session = await findSession(db, 'staff', token, { now, sampleMode: context.config.sampleMode })
      return session && !session.mustEnrol ? get(session.permissions) : null
    }
    const file = (await get([])) ?? (await getAsStaff())
    if (!file) throw new HttpError(404, 'File not found')
    reply.removeHeader('cache-control').headers(file.headers)
    return file.stream ? reply.send(file.stream) : reply.code(304).send()
  },
})
