import { rider as calls } from '@kirana/contract/rider'
import { and, eq } from 'drizzle-orm'
import { clearCookie } from '../http/access.ts'
import { changedSince } from '../http/changed-since.ts'
import { clientOf } from '../http/client.ts'
import { serve } from '../http/serve.ts'
import { completeSignIn } from '../http/sign-in.ts'
import { HttpError } from '../errors.ts'
import { writeAudit } from '../request/audit.ts'
import { KeptRefusal } from '../request/outcome.ts'
import { endSession } from '../request/sessions.ts'
import { doorCode, type StartedDrop } from '../services/delivery/door-code.ts'
import { storing } from '../services/files/files.ts'
import { releaseFiles } from '../services/files/removal.ts'
import { deliver, failDrop, startDrops } from '../services/delivery/rider-actions.ts'
import { riderDay } from '../services/delivery/rows.ts'
import { statusAudit, StaleStatus } from '../services/orders/status.ts'
import { countAttempt } from '../services/people/rate-limits.ts'
import { checkRider, countRiderCode, newRiderCode } from '../services/people/rider-sign-in.ts'
import { files } from '../tables/files.ts'
import { riders } from '../tables/riders.ts'

/** The error names the person who has changed the order since. @throws HttpError 409 */
function rethrowStale(error: unknown, now: Date): never {
  throw error instanceof StaleStatus ? changedSince(error.change, now) : error
}

/**
 * Enough reports for a day of any rider, but not enough to fill the disk: a replaced photo stays for `RECOVERY_DAYS`. A form
 * counts even without a photo, because it is counted before it is read.
 */
const formsPerRider = { free: 200, firstWait: 60 }

export const rider = serve(
  calls,
  {
    fail: async ({ db, who, request, now }) => {
      if (request.mediaType === 'multipart/form-data')
        await countAttempt(db, { [`drop-photo:${who.id}`]: formsPerRider }, now)
    },
  },
  {
    sendCode: async ({ db, body: { phone }, request, context, now }) => {
      const { codes, config } = context
      if (!codes.canSend)
        throw new HttpError(503, 'The code could not be sent. Please try again later', {
          code: 'code-not-sent',
        })
      const { sampleMode } = config
      const attempt = { phone, ...clientOf(request), sampleMode, now }
      await countRiderCode(db, attempt)
      const issue = async () => {
        const issued = await newRiderCode(db, attempt)
        if (!issued) return null
        await codes.sendLater({ purpose: 'sign-in', phone, ...issued })
        const change = { object: phone }
        await writeAudit(db, { call: 'rider.sendCode', who: null, requestId: request.id, change, now })
        return issued.code
      }
      if (sampleMode) return { code: await issue() }
      // Not awaited, because the response time would reveal which phones belong to riders.
      void issue().catch((error: unknown) => request.log.error({ err: error }, 'a code could not be issued'))
      return { code: null }
    },
    login: async ({ db, body, request, context, now }) => ({
      checked: await checkRider(db, {
        ...body,
        ...clientOf(request),
        sampleMode: context.config.sampleMode,
        now,
      }),
    }),
    fail: storing('drop'),
  },
  {
    sendCode: ({ code, audit }) => {
      // `issue` has written the entry of a rider. A request for a phone that belongs to no rider leaves no entry.
      audit(null)
      return { ...(code !== null && { code }) }
    },
    login: async (call) => {
      const { db, checked, body } = call
      const { id, name, pinHash, phone, isActive } = riders
      const isUnchanged = and(
        eq(id, checked.id),
        eq(phone, body.phone),
        eq(isActive, true),
        eq(pinHash, checked.pinHash),
      )
      const [person] = await db.select({ id, name }).from(riders).where(isUnchanged).for('key share')
      if (!person) throw new HttpError(401, 'Please log in again')
      await completeSignIn(call, 'rider', person)
      return { name: person.name }
    },
    logout: async (call) => {
      const { who, request, reply, context } = call
      await endSession(call, who.tokenHash)
      clearCookie(request, reply, context, 'rider')
    },
    me: ({ db, who, now }) => riderDay(db, who.id, now),
    start: async ({ db, body: { orders }, who, now, audit }) => {
      const { results, done } = await startDrops(db, orders, { rider: who, now })
      audit(done.map(({ orderId, change }) => ({ object: orderId, ...statusAudit(change) })))
      return { results }
    },
    deliver: async ({ db, body, who, context, now, audit, after }) => {
      const codeOf = (drop: StartedDrop) => doorCode(context.config, drop)
      const delivered = await deliver(db, body, { rider: who, now, codeOf }).catch((error: unknown) =>
        rethrowStale(error, now),
      )
      if (delivered instanceof KeptRefusal) {
        audit({ object: body.orderId, after: { refusal: delivered.error.message } })
        return delivered
      }
      const { change, override } = delivered
      const { before, after: changed } = change ? statusAudit(change) : {}
      audit(
        change && {
          object: body.orderId,
          before,
          after: { ...changed, ...(override && { override }) },
        },
      )
      after(async () => context.payments.wake())
    },
    fail: async (call) => {
      const { db, body, stored, who, now, audit, after } = call
      const keep = async () => (await stored.keep(db))[0] ?? ''
      const failed = await failDrop(db, { ...body, keep }, { rider: who, now }).catch((error: unknown) =>
        rethrowStale(error, now),
      )
      // A repeated action: its photo is stored with the drop, so the new copy is removed.
      if (!failed) after(stored.drop)
      else await releaseFiles(call, failed.replaced, eq(files.purpose, 'drop'))
      audit(failed && { object: body.orderId, after: { reason: body.reason } })
    },
  },
)
