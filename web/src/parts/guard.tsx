import { Navigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useSession, type Signed } from '#/lib/session.ts'

/** Leads to `/` as soon as the role is known to be signed out, and only then (specification, section 6). */
export const Guard = ({ role, children }: { role: Signed; children: ReactNode }) =>
  useSession(role).isIn === false ? <Navigate to="/" replace ignoreBlocker /> : children
