import { staffSession } from '@kirana/contract/staff-session'
import { superadmin } from '@kirana/contract/superadmin'
import { Link } from '@tanstack/react-router'
import { KeyRound, LogOut } from 'lucide-react'
import { useRef, useState } from 'react'
import { useWrite } from '#/lib/api.ts'
import { forgetKept } from '#/lib/session/ended-session.ts'
import { announceSession, useSession } from '#/lib/session/profiles.ts'
import { loggedOut, type SessionRole } from '#/lib/session/session.ts'
import { lazyComponent } from '#/components/feedback/lazy-component.tsx'
import { Button, buttonVariants } from '#/ui/button.tsx'
import type { Unsaved } from './unsaved.ts'

const LogoutQuestion = lazyComponent(async () => (await import('./logout-question.tsx')).LogoutQuestion)

const initials = (name: string) =>
  name
    .split(/[\s._-]+/)
    .map((word) => word.charAt(0))
    .slice(0, 2)
    .join('')
    .toUpperCase()

/**
 * The signed-in user, a link to their security settings, and Logout. A native popover handles light dismissal, Escape
 * and the return of the focus.
 */
export function AccountMenu({ role }: { role: SessionRole }) {
  const menu = useRef<HTMLDivElement>(null)
  const person = useSession(role)
  const name = person?.name ?? person?.username ?? ''
  const logout = useWrite(role === 'staff' ? staffSession.logout : superadmin.logout, {
    quiet: true,
    onDone: () => {
      loggedOut(role)
      if (role === 'staff') forgetKept()
      announceSession(role)
    },
  })
  const [unsaved, setUnsaved] = useState<Unsaved | null>(null)
  /** Logs out. If staff have unsaved work in this browser, they decide first what happens to it. */
  const leave = async () => {
    menu.current?.hidePopover()
    const found = role === 'staff' ? await (await import('./unsaved.ts')).findUnsaved() : null
    if (found) setUnsaved(found)
    else logout.send({})
  }
  return (
    <>
      <button
        type="button"
        popoverTarget="account"
        className="grid size-9 shrink-0 place-items-center rounded-full bg-brand-soft text-sm font-semibold text-brand-soft-ink coarse:size-11"
      >
        {initials(name)}
        <span className="sr-only"> Account: {name}</span>
      </button>
      <div
        ref={menu}
        id="account"
        popover="auto"
        className="inset-auto top-13 right-3 m-0 w-60 rounded-card border border-line bg-raised p-1.5 text-ink shadow-float"
      >
        <div className="px-3 py-2">
          <p className="truncate font-medium">{name}</p>
          <p className="truncate text-sm text-muted">{role === 'staff' ? 'Admin' : 'Superadmin'}</p>
        </div>
        <Link
          to={role === 'staff' ? '/admin/security' : '/superadmin/security'}
          className={buttonVariants({ variant: 'text', className: 'w-full justify-start! text-ink' })}
          onClick={() => menu.current?.hidePopover()}
        >
          <KeyRound aria-hidden />
          Security
        </Link>
        <Button
          variant="text"
          className="w-full justify-start! text-ink"
          busy={logout.isSending}
          onClick={() => void leave().catch(() => logout.send({}))}
        >
          <LogOut aria-hidden />
          Logout
        </Button>
      </div>
      {unsaved && (
        <LogoutQuestion
          unsaved={unsaved}
          open
          onOpenChange={() => setUnsaved(null)}
          onLogout={() => {
            setUnsaved(null)
            logout.send({})
          }}
        />
      )}
    </>
  )
}
