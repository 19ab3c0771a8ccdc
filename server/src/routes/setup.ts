import type { Returned } from '@kirana/contract/wire/route'
import { setup as calls, type SetupStep, setupSteps } from '@kirana/contract/setup'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { AppContext } from '../context.ts'
import { rowsOf } from '../db/rows.ts'
import type { Db } from '../db/types.ts'
import { requireRow } from '../errors.ts'
import { serve } from '../http/serve.ts'
import { sendsCodes, takesOnlinePayments } from '../config/providers.ts'
import { setupState, SetupState } from '../services/shared/setup.ts'
import { setup as table } from '../tables/setup.ts'

type Checklist = Returned<typeof calls.staff>

const stateRow = z.strictObject({ state: SetupState })

/** The checklist in one statement; null if it is hidden or every step is done, as with sample data. */
async function readSetup(db: Db, { config }: AppContext, role: 'staff' | 'superadmin'): Promise<Checklist> {
  if (config.sampleData) return null
  const rows = await rowsOf(db, stateRow).execute(sql`SELECT ${setupState(role)} AS state`)
  const { isHidden, done, optional, firstCategory, unfinishedProduct } = requireRow(rows, 'Checklist').state
  const all: Partial<Record<SetupStep, boolean | null>> = {
    ...done,
    codes: sendsCodes(config),
    payments: takesOnlinePayments(config),
    ...optional,
  }
  const steps = setupSteps.flatMap((step) => {
    const isDone = all[step] ?? null
    return isDone === null ? [] : [{ step, isDone }]
  })
  if (isHidden || steps.every(({ isDone }) => isDone)) return null
  return { steps, firstCategory, unfinishedProduct: all.product ? null : unfinishedProduct }
}

const hide = (db: Db, fields: typeof table.$inferInsert) =>
  db.insert(table).values(fields).onConflictDoUpdate({ target: table.id, set: fields })

export const setup = serve(calls, {
  staff: ({ db, context }) => readSetup(db, context, 'staff'),
  superadmin: ({ db, context }) => readSetup(db, context, 'superadmin'),
  hideForStaff: async ({ db, now, audit }) => {
    audit({ object: 'checklist' })
    await hide(db, { hiddenForStaffAt: now })
  },
  hideForSuperadmin: async ({ db, now, audit }) => {
    audit({ object: 'checklist' })
    await hide(db, { hiddenForSuperadminAt: now })
  },
})
