import { storeMe as calls } from '@kirana/contract/store/me'
import { serve } from '../../http/serve.ts'
import { changeProfile, readProfile, replaceAddresses } from '../../services/people/customers.ts'

export const storeMe = serve(calls, {
  get: ({ db, who }) => readProfile(db, who.id),
  edit: async ({ db, body: { addresses, ...changes }, who, audit }) => {
    await changeProfile(db, who.id, changes)
    if (addresses) await replaceAddresses(db, who.id, addresses)
    audit({ object: who.id })
    return readProfile(db, who.id)
  },
})
