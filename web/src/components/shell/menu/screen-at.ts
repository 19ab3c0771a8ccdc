import type { ScreenGroup } from './screens.ts'

/**
 * The menu entry of a path, if the groups have one. In its own file so that the superadmin does not load the staff's
 * menu.
 */
export const screenAt = (groups: readonly ScreenGroup[], address: string) =>
  groups.flatMap(({ screens }) => screens).find(({ to }) => to === address)
