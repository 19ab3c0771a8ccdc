import { createFileRoute, redirect } from '@tanstack/react-router'

/** The area's bare address leads to its dashboard. */
export const Route = createFileRoute('/superadmin/')({
  beforeLoad: () => {
    throw redirect({ to: '/superadmin/dashboard', replace: true })
  },
})
