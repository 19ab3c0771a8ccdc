import { staffSecurity, superadminSecurity } from '@kirana/contract/security'
import type { SessionRole } from '#/lib/session/session.ts'

/** The calls about one's own second factors and sessions, which are alike for both roles. */
export const securityCalls = (role: SessionRole) =>
  (role === 'staff' ? staffSecurity : superadminSecurity) as typeof staffSecurity
