import { company as calls } from '@kirana/contract/company'
import { isDoubtfulGstin, isGstin } from '@kirana/domain/gstin'
import { eq } from 'drizzle-orm'
import { HttpError, requireRow } from '../errors.ts'
import { serve } from '../http/serve.ts'
import { updateVersion } from '../services/shared/versions.ts'
import { company as table } from '../tables/company.ts'

export const company = serve(calls, {
  get: async ({ db }) => requireRow(await db.select().from(table), 'Company'),
  edit: async ({ db, body: { version: seen, saveAnyway = false, ...sent }, audit }) => {
    const before = requireRow(await db.select().from(table).for('update'), 'Company')
    if (!saveAnyway && isDoubtfulGstin(sent.gstin ?? '', before.gstin))
      throw new HttpError(
        422,
        'The GST number does not fit its check character. Correct it, or save it anyway',
        {
          code: 'gstin',
        },
      )
    // Clients of the specified form do not know the registration: a first GST number makes it regular.
    const isFirst = isGstin(sent.gstin ?? '') && !isGstin(before.gstin)
    const changes = { ...(isFirst && { gstRegistration: 'regular' as const }), ...sent }
    audit({ object: 'company', before, after: changes })
    const change = { changes, seen, what: 'these settings', current: () => before }
    return updateVersion(db, table, eq(table.id, before.id), change)
  },
})
