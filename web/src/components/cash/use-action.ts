import { freshKey } from '@kirana/contract/wire/request'
import type { Route } from '@kirana/contract/wire/route'
import { useState } from 'react'
import { isFinal } from '#/lib/api-error.ts'
import { reloadAll, useWrite } from '#/lib/api.ts'

/**
 * `useWrite` for a movement or a count of cash, with the id of its action. A call that is repeated because its response
 * was lost keeps the id, so the server counts it once. After a final response the next call gets a new id.
 */
export function useAction<R extends Route & { writes: true }>(route: R, reload: readonly Route[]) {
  const [actionId, setActionId] = useState(freshKey)
  const renew = () => setActionId(freshKey())
  const write = useWrite(route, {
    reload,
    onDone: renew,
    onWaiting: renew,
    onError: (error) => {
      if (isFinal(error, true)) renew()
      void reloadAll(reload)
    },
  })
  return { ...write, actionId }
}
