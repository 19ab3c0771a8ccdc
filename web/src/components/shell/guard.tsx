import { Navigate } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import { useSession } from '#/lib/session/profiles.ts'
import type { SessionRole } from '#/lib/session/session.ts'

/**
 * Redirects to `/` once the role is known to be signed out (specification, section 6). The area starts anew for another
 * person: nothing that was loaded or typed is theirs.
 */
export function Guard({ role, children }: { role: SessionRole; children: ReactNode }) {
  const person = useSession(role)
  if (person === null) return <Navigate to="/" replace ignoreBlocker />
  return <Fragment key={person?._id}>{children}</Fragment>
}
