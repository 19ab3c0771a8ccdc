import { riders as calls } from '@kirana/contract/riders'
import { SAMPLE_PIN } from '@kirana/domain/password'
import type { FastifyRequest } from 'fastify'
import type { AppContext } from '../context.ts'
import { HttpError } from '../errors.ts'
import { clientOf } from '../http/client.ts'
import { serve } from '../http/serve.ts'
import { endSessionsOf } from '../request/sessions.ts'
import { addRider, editRider, requireRider, riderRows } from '../services/delivery/riders.ts'
import { hashChosenPassword } from '../services/people/passwords.ts'
import type { Session } from '../session.ts'

type Setting = {
  body: { pin?: string | null | undefined }
  who: Session
  request: FastifyRequest
  context: AppContext
}

/** The hash of a new PIN; '' if the PIN is removed, no field if it stays. @throws HttpError 422 */
async function hashedPin({ body: { pin }, who, request, context: { config } }: Setting) {
  if (pin === undefined) return {}
  if (pin === null) return { pinHash: '' }
  if (!config.sampleMode && pin === SAMPLE_PIN)
    throw new HttpError(422, 'This is the published sample PIN. Please choose another one')
  const client = clientOf(request)
  const { passwordHash } = await hashChosenPassword(pin, {
    client,
    person: who.id,
    sampleMode: config.sampleMode,
  })
  return { pinHash: passwordHash }
}

/** The fields of a rider in the audit log: whether a PIN is set, never the PIN itself. */
const audited = (
  {
    name,
    phone,
    isActive,
    cashLimit,
  }: Record<'name' | 'phone', string> & { isActive: boolean; cashLimit: number },
  pinHash?: string,
) => ({
  name,
  phone,
  isActive,
  cashLimit,
  ...(pinHash !== undefined && { hasPin: pinHash !== '' }),
})

export const riders = serve(
  calls,
  { add: hashedPin, edit: hashedPin },
  {
    list: ({ db }) => riderRows(db),
    add: async ({ db, body: { pin: _, ...fields }, pinHash = '', audit }) => {
      const id = await addRider(db, { ...fields, pinHash })
      audit({ object: id, after: audited(fields, pinHash) })
      return requireRider(db, id)
    },
    edit: async (call) => {
      const { db, body, pinHash, audit } = call
      const { riderId, pin: _, version: seen, ...fields } = body
      const { before, endsSessions } = await editRider(db, riderId, {
        changes: { ...fields, ...(pinHash !== undefined && { pinHash }) },
        seen,
      })
      // Replacing a PIN is a change, although `hasPin` stays true.
      const isNewPin = before.pinHash !== '' && pinHash !== undefined && pinHash !== ''
      audit({
        object: riderId,
        before: {
          ...audited(before, pinHash === undefined ? undefined : before.pinHash),
          ...(isNewPin && { newPin: false }),
        },
        after: { ...audited(fields, pinHash), ...(isNewPin && { newPin: true }) },
      })
      if (endsSessions) await endSessionsOf(call, 'rider', riderId)
      return requireRider(db, riderId)
    },
  },
)
