import { company as calls } from '@kirana/contract/company'
import { switchOffRefusal } from '@kirana/domain/approval'
import { dayInKolkata } from '@kirana/domain/calendar'
import { detailProblems } from '@kirana/domain/company-details'
import { canFileByQuarter } from '@kirana/domain/gst'
import { isDoubtfulGstin, isGstin } from '@kirana/domain/gstin'
import { areInOrder, LATE_ORDER } from '@kirana/domain/lateness'
import { eq } from 'drizzle-orm'
import { NIL } from 'uuid'
import type { Db } from '../db/types.ts'
import { HttpError, requireRow } from '../errors.ts'
import { serve } from '../http/serve.ts'
import { publishEvent } from '../services/journal/live.ts'
import { conflictAbout, updateVersion } from '../services/shared/versions.ts'
import { company as table } from '../tables/company.ts'
import { gstFilings } from '../tables/gst.ts'
import { auditRows, liveEvents } from '../tables/journal.ts'
import { staff } from '../tables/people.ts'

/** Rejects switching off approvals. @throws HttpError 422 while two or more staff accounts are active */
async function refuseToSwitchOff(db: Db) {
  const refusal = switchOffRefusal(await db.$count(staff, eq(staff.isActive, true)))
  if (refusal !== null) throw new HttpError(422, refusal, { code: 'second-person' })
}

/** @throws HttpError 409 while an open or due quarter is filed in part */
async function refusePartlyFiled(db: Db, now: Date) {
  const filed = new Set(
    (await db.select({ month: gstFilings.month }).from(gstFilings)).map(({ month }) => month),
  )
  if (!canFileByQuarter(dayInKolkata(now), (month) => filed.has(month)))
    throw new HttpError(
      409,
      'A quarter is partly filed by month. File its other months by month, then switch when it is over',
      { code: 'filed' },
    )
}

export const company = serve(calls, {
  get: async ({ db }) => requireRow(await db.select().from(table), 'Company'),
  edit: async ({ db, body: { version: seen, saveAnyway = false, ...sent }, now, audit }) => {
    const before = requireRow(await db.select().from(table).for('update'), 'Company')
    const [problem] = detailProblems(before, sent)
    if (problem) throw new HttpError(400, problem.message)
    if (!saveAnyway && isDoubtfulGstin(sent.gstin ?? '', before.gstin))
      throw new HttpError(
        422,
        'The GST number does not fit its check character. Correct it, or save it anyway',
        {
          code: 'gstin',
        },
      )
    if (before.secondPerson && sent.secondPerson === false) await refuseToSwitchOff(db)
    if (before.gstPeriod === 'month' && sent.gstPeriod === 'quarter') await refusePartlyFiled(db, now)
    if (!areInOrder({ ...before, ...sent })) throw new HttpError(400, LATE_ORDER)
    // Clients that use the specified form do not send the registration, so a first GST number sets it to regular.
    const isFirst = isGstin(sent.gstin ?? '') && !isGstin(before.gstin)
    const changes = { ...(isFirst && { gstRegistration: 'regular' as const }), ...sent }
    audit({ object: 'company', before, after: changes })
    // Staff screens show these settings and reload them after the event.
    const shown = ['deliveryTime', 'gettingLateMinutes', 'lateMinutes'] as const
    const isShown = shown.some((name) => changes[name] !== undefined && changes[name] !== before[name])
    const published = db
      .$with('published')
      .as(publishEvent(db, 'opening.changed', NIL).returning({ id: liveEvents.id }))
    const conflict = conflictAbout(db, 'these settings', eq(auditRows.object, 'company'), () => before)
    const row = eq(table.id, before.id)
    return updateVersion(isShown ? db.with(published) : db, table, row, { changes, seen, conflict })
  },
})
