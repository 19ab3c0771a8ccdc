import { fulfils, type Permission } from '@kirana/domain/permissions'
import { needAt } from '#/lib/session/screen-needs.ts'
import { adminScreens, type ScreenGroup } from './screens.ts'

/** The menu of somebody with these permissions; groups without a screen are left out. */
export const menuFor = (granted: readonly Permission[]): ScreenGroup[] =>
  adminScreens
    .map(({ heading, screens }) => ({
      heading,
      screens: screens.filter(({ to }) => fulfils(granted, needAt(to))),
    }))
    .filter(({ screens }) => screens.length > 0)
