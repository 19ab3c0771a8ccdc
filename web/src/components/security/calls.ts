import { staffSecurity, superadminSecurity } from '@kirana/contract/security'
import type { SessionRole } from '#/lib/session/session.ts'

/** The calls about the user's own second factors and sessions. They have the same shape for both roles. */
export const securityCalls = (role: SessionRole) =>
  (role === 'staff' ? staffSecurity : superadminSecurity) as typeof staffSecurity
