import { createFileRoute } from '@tanstack/react-router'
import { OnItsWay } from '#/parts/on-its-way.tsx'

export const Route = createFileRoute('/admin/contact')({ component: ContactMessages })

function ContactMessages() {
  return <OnItsWay title="Contact Messages" />
}
