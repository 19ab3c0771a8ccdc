import { files as calls } from '@kirana/contract/files'
import { tokenOf } from '../http/access.ts'
import { Refused } from '../http/refuse.ts'
import { serve } from '../http/serve.ts'
import { serveFile } from '../services/files.ts'
import { findSession } from '../services/sessions.ts'

/** The session is looked up only for a file that anonymous callers do not get: pictures in a list cost one statement each. */
export const files = serve(calls, {
  get: async ({ db, params, request, reply, kit, now }) => {
    const ifNoneMatch = request.headers['if-none-match']
    const get = (staff: boolean) => serveFile(db, kit.files, params.key, { staff, ifNoneMatch })
    const isStaff = async () => {
      const token = tokenOf(request, 'staff')
      return token !== undefined && (await findSession(db, 'staff', token, now)) !== null
    }
    const file = (await get(false)) ?? ((await isStaff()) ? await get(true) : null)
    if (!file) throw new Refused(404, 'File not found')
    reply.removeHeader('cache-control').headers(file.headers)
    return file.stream ? reply.send(file.stream) : reply.code(304).send()
  },
})
