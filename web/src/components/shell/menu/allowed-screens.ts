import { fulfils, type Permission } from '@kirana/domain/permissions'
import { needAt } from '#/lib/session/screen-needs.ts'
import { adminScreens, type ScreenGroup } from './screens.ts'

/** The menu for a user with these permissions. Groups without a screen are omitted. */
export const menuFor = (granted: readonly Permission[]): ScreenGroup[] =>
  adminScreens
    .map(({ heading, screens }) => ({
      heading,
      screens: screens.filter(({ to }) => fulfils(granted, needAt(to))),
    }))
    .filter(({ screens }) => screens.length > 0)
