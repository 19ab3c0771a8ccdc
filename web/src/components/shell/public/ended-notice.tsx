import { Link, useRouter } from '@tanstack/react-router'
import { BellOff } from 'lucide-react'
import { useEffect } from 'react'
import { takeReturnPath, type EndedSession } from '#/lib/session/ended-session.ts'
import { useSession } from '#/lib/session/profiles.ts'
import { buttonVariants } from '#/ui/button.tsx'

const words = {
  staff: { text: "You were logged out. New orders don't ring here", to: '/admin/signin' },
  superadmin: { text: 'You were logged out', to: '/superadmin/signin' },
} as const

/** Says on every public screen that the session has ended, until a user signs in here or in another tab. */
export function EndedNotice({ ended: { role } }: { ended: EndedSession }) {
  const { history } = useRouter()
  const person = useSession(role)
  useEffect(() => {
    if (person) history.replace(takeReturnPath(role, '/'))
  }, [person, role, history])
  const { text, to } = words[role]
  return (
    <div
      role="alert"
      data-chrome
      className="mx-4 mt-1 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card bg-bad-soft px-4 py-3 text-bad sm:mx-6"
    >
      <BellOff aria-hidden size={18} className="shrink-0" />
      <p className="min-w-0 flex-1 basis-60 font-medium">{text}</p>
      <Link to={to} className={`${buttonVariants({})} [&.active]:hidden`}>
        Log in again
      </Link>
    </div>
  )
}
