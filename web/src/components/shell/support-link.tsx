import { useRouterState } from '@tanstack/react-router'
import { LifeBuoy } from 'lucide-react'
import { useSession } from '#/lib/session/profiles.ts'
import { supportLink } from '#/lib/support.ts'

export function SupportLink({ className }: { className: string }) {
  const person = useSession('staff')
  const screen = useRouterState({ select: (state) => state.location.pathname })
  return (
    <a
      className={className}
      href={supportLink(person?.supportUrl, person?.name ?? person?.username ?? 'staff', screen)}
      target="_blank"
      rel="noreferrer"
    >
      <LifeBuoy aria-hidden size={16} />
      Support
    </a>
  )
}
