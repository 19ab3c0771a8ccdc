import { createFileRoute, redirect } from '@tanstack/react-router'

/** Redirects to the dashboard. */
export const Route = createFileRoute('/admin/')({
  beforeLoad: () => {
    throw redirect({ to: '/admin/dashboard', replace: true })
  },
})
