import { isDeepStrictEqual } from 'node:util'
import { storeMe as calls } from '@kirana/contract/store/me'
import { serve } from '../../http/serve.ts'
import { changeProfile, readProfile, replaceAddresses } from '../../services/people/customers.ts'

export const storeMe = serve(calls, {
  get: ({ db, who }) => readProfile(db, who.id),
  edit: async ({ db, body: { addresses, ...changes }, who, audit }) => {
    const before = await changeProfile(db, who.id, changes)
    if (addresses) await replaceAddresses(db, who.id, addresses)
    const profile = await readProfile(db, who.id)
    // An app may save at each start, so an unchanged profile writes no entry. Entries have no values, because these
    // would remain after an erasure.
    audit(isDeepStrictEqual(profile, before) ? null : { object: who.id })
    return profile
  },
})
