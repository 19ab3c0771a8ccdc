import { APPROVAL_HOURS } from '@kirana/domain/approval'
import { Link } from '@tanstack/react-router'
import { CircleAlert, CircleCheck, Clock } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import { useAllowed } from '#/lib/session/allowed.ts'
import { takeNotices, TOAST_MS, type Notice } from '#/lib/notify.ts'
import { Alert } from '#/ui/alert.tsx'
import { Toasts } from '#/ui/toast.tsx'

const tones: Record<Notice['kind'], string> = {
  success: 'bg-ok-soft text-ok',
  failure: 'bg-bad-soft text-bad',
  waiting: 'bg-warn-soft text-warn',
}
const icons: Record<Notice['kind'], ReactNode> = {
  success: <CircleCheck size={20} />,
  failure: <CircleAlert size={20} />,
  waiting: <Clock size={20} />,
}

/** A link to the request: in the list of all requests, or in the user's own if they may not see all. */
function WhereItWaits({ onOpen }: { onOpen: () => void }) {
  const seesAll = useAllowed({ can: 'approvals' })
  return (
    <>
      Nothing has changed yet. Another person has to approve it within {APPROVAL_HOURS} hours.{' '}
      <Link
        to="/admin/approvals/$"
        params={{ _splat: seesAll ? '' : 'own' }}
        className="font-medium text-ink underline underline-offset-2 coarse:inline-flex coarse:min-h-11 coarse:items-center"
        onClick={onOpen}
      >
        Show the request
      </Link>
    </>
  )
}

const Icon = ({ kind }: Pick<Notice, 'kind'>) => (
  <span aria-hidden className={`grid size-10 shrink-0 place-items-center rounded-full ${tones[kind]}`}>
    {icons[kind]}
  </span>
)

/** The old notices that stay beside a new one: a success removes the toasts of earlier failed attempts. */
const unsettled = (all: readonly Notice[], { kind }: Notice) =>
  kind === 'success' ? all.filter((old) => old.display === 'popup' || old.kind === 'success') : all

/** Shows toasts together and popups one after the other. */
export function Notices() {
  const [notices, setNotices] = useState<readonly Notice[]>([])
  useEffect(() => takeNotices((notice) => setNotices((all) => [...unsettled(all, notice), notice])), [])
  const close = (id: number) => setNotices((all) => all.filter((notice) => notice.id !== id))
  const popup = notices.find(({ display }) => display === 'popup')
  return (
    <>
      <Toasts
        toasts={notices.filter(({ display }) => display === 'toast')}
        timeout={TOAST_MS}
        onClose={close}
      />
      {popup && (
        <Alert
          key={popup.id}
          open
          onOpenChange={() => close(popup.id)}
          icon={<Icon kind={popup.kind} />}
          title={popup.message}
          description={popup.kind === 'waiting' && <WhereItWaits onOpen={() => close(popup.id)} />}
        />
      )}
    </>
  )
}
