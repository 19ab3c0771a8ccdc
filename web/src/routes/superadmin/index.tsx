import { createFileRoute, redirect } from '@tanstack/react-router'

/** Redirects to the dashboard. */
export const Route = createFileRoute('/superadmin/')({
  beforeLoad: () => {
    throw redirect({ to: '/superadmin/dashboard', replace: true })
  },
})
