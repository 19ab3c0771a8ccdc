import type { Route } from '@kirana/contract/wire/route'
import { fulfils, type Need } from '@kirana/domain/permissions'
import { useSession } from './profiles.ts'
import { needAt } from './screen-needs.ts'

/** Whether a need is in the role of the signed-in staff member; false for everything while none is signed in. */
function useFulfils() {
  const staff = useSession('staff')
  return (need: Need) => Boolean(staff) && fulfils(staff?.permissions ?? [], need)
}

/** Whether the role of the signed-in staff member includes a call: what it does not include is not offered. */
export const useAllowed = ({ can = 'everybody' }: Pick<Route, 'can'>) => useFulfils()(can)

/** Tells whether the role includes the screen at an address: no link leads to a screen that would refuse. */
export function useOpensScreen() {
  const isFulfilled = useFulfils()
  return (path: string) => isFulfilled(needAt(path))
}
