import { Navigate } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import { useSession } from '#/lib/session/profiles.ts'
import type { SessionRole } from '#/lib/session/session.ts'

/**
 * Redirects to `/` once the role is known to be signed out (specification, section 6). The area remounts for another
 * user, so that loaded data and unsaved values of the previous one are gone.
 */
export function Guard({ role, children }: { role: SessionRole; children: ReactNode }) {
  const person = useSession(role)
  if (person === null) return <Navigate to="/" replace ignoreBlocker />
  return <Fragment key={person?._id}>{children}</Fragment>
}
