import type { Route } from '@kirana/contract/route'
import { fulfils } from '@kirana/domain/permissions'
import { useSession } from './profiles.ts'

/** Whether the role of the signed-in staff member includes a call: what it does not include is not offered. */
export function useAllowed({ can = 'everybody' }: Pick<Route, 'can'>) {
  return fulfils(useSession('staff')?.permissions ?? [], can)
}
