import { createFileRoute, redirect } from '@tanstack/react-router'

/** The area's bare address leads to its dashboard. */
export const Route = createFileRoute('/admin/')({
  beforeLoad: () => {
    throw redirect({ to: '/admin/dashboard', replace: true })
  },
})
