import type { Route } from '@kirana/contract/wire/route'
import { fulfils, type Need } from '@kirana/domain/permissions'
import { useSession } from './profiles.ts'
import { needAt } from './screen-needs.ts'

/**
 * Returns a function that checks whether the role of the signed-in staff member fulfils a need; always false while no
 * user is signed in.
 */
function useFulfils() {
  const staff = useSession('staff')
  return (need: Need) => Boolean(staff) && fulfils(staff?.permissions ?? [], need)
}

/** Whether the role of the signed-in staff member permits a call. Screens hide actions that it does not permit. */
export const useAllowed = ({ can = 'everybody' }: Pick<Route, 'can'>) => useFulfils()(can)

/**
 * Returns a function that checks whether the role permits the screen at a path. Screens show no links to other screens.
 */
export function useOpensScreen() {
  const isFulfilled = useFulfils()
  return (path: string) => isFulfilled(needAt(path))
}
