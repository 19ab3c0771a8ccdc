import { superadminScreens } from './menu/superadmin-screens.ts'
import { Shell } from './shell.tsx'

/** Layout of the superadmin area (specification, section 2). */
export const SuperadminShell = () => (
  <Shell role="superadmin" heading="SUPERADMIN" home="/superadmin/dashboard" groups={superadminScreens} />
)
