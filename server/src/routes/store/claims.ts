import { storeClaims as calls } from '@kirana/contract/store/claims'
import { linkBase } from '../../http/links.ts'
import { serve } from '../../http/serve.ts'
import { openClaim } from '../../services/claims/open.ts'
import { claimsOfCustomer } from '../../services/claims/rows.ts'
import { storing } from '../../services/files/files.ts'
import { countAttempt } from '../../services/people/rate-limits.ts'

/** Enough claims for a day of any customer, but not enough to fill the disk: a call may contain 3 photos. */
const claimsPerCustomer = { free: 50, firstWait: 60 }

export const storeClaims = serve(
  calls,
  {
    add: async ({ db, who, now }) => {
      await countAttempt(db, { [`claim:${who.id}`]: claimsPerCustomer }, now)
    },
  },
  { add: storing('claim') },
  {
    add: async ({ db, body, stored, who, now, audit }) => {
      const photos = await stored.keep(db)
      const opened = await openClaim(db, { ...body, userId: who.id, photos, now })
      audit({
        object: opened.id,
        after: { order: body.orderId, lines: body.lines, reason: body.reason, photos },
      })
      return opened
    },
    list: ({ db, who, request, context, now }) =>
      claimsOfCustomer(db, who.id, { base: linkBase(request, context.config), now }),
  },
)
