import { CircleAlert, CircleCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { takeNotices, TOAST_MS, type Notice } from '#/lib/notify.ts'
import { Alert } from '#/ui/alert.tsx'
import { Toasts, toasts } from '#/ui/toast.tsx'

const Icon = ({ kind }: Pick<Notice, 'kind'>) => (
  <span
    aria-hidden
    className={`grid size-10 shrink-0 place-items-center rounded-full ${kind === 'success' ? 'bg-ok-soft text-ok' : 'bg-bad-soft text-bad'}`}
  >
    {kind === 'success' ? <CircleCheck size={20} /> : <CircleAlert size={20} />}
  </span>
)

/** Shows toasts, and popups one after the other. */
export function Notices() {
  const [popups, setPopups] = useState<readonly Notice[]>([])
  const [popup] = popups
  useEffect(
    () =>
      takeNotices((notice) => {
        if (notice.way === 'toast')
          toasts.add({ title: notice.message, type: notice.kind, timeout: TOAST_MS, priority: 'high' })
        else setPopups((all) => [...all, notice])
      }),
    [],
  )
  return (
    <>
      <Toasts timeout={TOAST_MS} />
      {popup && (
        <Alert
          key={popup.id}
          open
          onOpenChange={() => setPopups((all) => all.slice(1))}
          icon={<Icon kind={popup.kind} />}
          title={popup.message}
        />
      )}
    </>
  )
}
