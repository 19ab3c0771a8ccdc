import { storeManualOrders as calls } from '@kirana/contract/store/manual-orders'
import { requireRow } from '../../errors.ts'
import { serve } from '../../http/serve.ts'
import { countAttempt } from '../../services/people/rate-limits.ts'
import { storing } from '../../services/files/files.ts'
import { requireOpen, storedOpening } from '../../services/shared/opening.ts'
import { publishEvent } from '../../services/journal/live.ts'
import { manualOrders as table } from '../../tables/manual-orders.ts'

/** A call may carry 25 MB: enough lists for any customer's day, and not enough to fill the disk. */
const listsPerCustomer = { free: 100, firstWait: 60 }

export const storeManualOrders = serve(
  calls,
  {
    add: async ({ db, who, now }) => {
      await countAttempt(db, { [`manual-order:${who.id}`]: listsPerCustomer }, now)
    },
  },
  { add: storing('manual-order') },
  {
    add: async ({ db, body: { isPrescription }, stored, who, now, audit }) => {
      const photos = await stored.keep(db)
      const row = db.insert(table).values({ userId: who.id, photos, isPrescription, createdAt: now })
      const { id, opening } = requireRow(
        await row.returning({ id: table.id, opening: storedOpening }),
        'Manual order',
      )
      requireOpen(opening, now)
      await publishEvent(db, 'manual-order.created', id)
      audit({ object: id, after: { status: 'waiting', photos, isPrescription } })
      return { id }
    },
  },
)
