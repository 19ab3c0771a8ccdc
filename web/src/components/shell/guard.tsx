import { Navigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useSession } from '#/lib/profiles.ts'
import type { SessionRole } from '#/lib/session.ts'

/** Redirects to `/` once the role is known to be signed out (specification, section 6). */
export const Guard = ({ role, children }: { role: SessionRole; children: ReactNode }) =>
  useSession(role) === null ? <Navigate to="/" replace ignoreBlocker /> : children
