import { storeManualOrders as calls } from '@kirana/contract/store/manual-orders'
import { serve } from '../../http/serve.ts'
import { countAttempt } from '../../services/people/rate-limits.ts'
import { storing } from '../../services/files/files.ts'
import { addPhotoOrder } from '../../services/photo-orders/add.ts'

/** Enough lists for a day of any customer, but not enough to fill the disk: a call may contain 25 MB. */
const listsPerCustomer = { free: 100, firstWait: 60 }

export const storeManualOrders = serve(
  calls,
  {
    add: async ({ db, who, now }) => {
      await countAttempt(db, { [`manual-order:${who.id}`]: listsPerCustomer }, now)
    },
  },
  { add: (call) => storing(call.body.isPrescription ? 'prescription' : 'manual-order')(call) },
  {
    add: async ({ db, body: { isPrescription }, stored, who, now, audit }) => {
      const sent = { userId: who.id, isPrescription, now }
      const { id, photos } = await addPhotoOrder(db, sent, stored.keep)
      audit({ object: id, after: { status: 'waiting', photos, isPrescription } })
      return { id }
    },
  },
)
