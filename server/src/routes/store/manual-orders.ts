import { storeManualOrders as calls } from '@kirana/contract/store/manual-orders'
import { found } from '../../http/refuse.ts'
import { serve } from '../../http/serve.ts'
import { countAttempt } from '../../services/attempts.ts'
import { keep } from '../../services/files.ts'
import { announce } from '../../services/live.ts'
import { manualOrders as table } from '../../tables/manual-orders.ts'

/** A call may bring 25 MB: more lists than anybody writes in a day, and not enough to fill the disk. */
const listsPerCustomer = { free: 100, firstWait: 60 }

export const storeManualOrders = serve(
  calls,
  {
    add: async ({ db, who, now }) => {
      await countAttempt(db, { [`manual-order:${who.id}`]: listsPerCustomer }, now)
    },
  },
  {},
  {
    add: async ({ db, body: { isPrescription }, files, who, kit, now, audit }) => {
      const photos = await keep(db, kit.files, files, { purpose: 'manual-order' })
      const row = db.insert(table).values({ userId: who.id, photos, isPrescription, createdAt: now })
      const { id } = found(await row.returning({ id: table.id }), 'Manual order')
      await announce(db, 'manual-order.created', id)
      audit({ object: id, after: { status: 'waiting', photos, isPrescription } })
      return { id }
    },
  },
)
