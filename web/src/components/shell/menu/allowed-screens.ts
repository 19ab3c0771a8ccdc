import { fulfils, type Permission } from '@kirana/domain/permissions'
import { needAt } from '#/lib/session/screen-needs.ts'
import { adminScreens, type ScreenGroup } from './screens.ts'

<<<<<<< HEAD
=======
/** Screens that no menu names, by the start of their address. */
const others: readonly { to: string; need: Need }[] = [
  { to: '/admin/order/', need: 'orders.read' },
  { to: '/admin/order/pick/', need: 'picking' },
  { to: '/admin/product/', need: 'catalogue.read' },
  { to: '/admin/subcategory/', need: 'catalogue.read' },
]

/** What the screen at an address needs of the role of staff. */
export function needAt(path: string): Need {
  const known = [...adminScreens.flatMap(({ screens }) => screens), ...others]
  const nearest = known
    .filter(({ to }) => path.startsWith(to))
    .toSorted((a, b) => b.to.length - a.to.length)[0]
  return nearest?.need ?? 'everybody'
}

>>>>>>> 68b888e (picking: claim, pick and end an order with the bill of what was found)
/** The menu of somebody with these permissions; groups without a screen are left out. */
export const menuFor = (granted: readonly Permission[]): ScreenGroup[] =>
  adminScreens
    .map(({ heading, screens }) => ({
      heading,
      screens: screens.filter(({ to }) => fulfils(granted, needAt(to))),
    }))
    .filter(({ screens }) => screens.length > 0)
