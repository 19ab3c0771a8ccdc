import { CircleAlert, CircleCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { takeNotices, TOAST_MS, type Notice } from '#/lib/notify.ts'
import { Alert } from '#/ui/alert.tsx'
import { Toasts } from '#/ui/toast.tsx'

const Icon = ({ kind }: Pick<Notice, 'kind'>) => (
  <span
    aria-hidden
    className={`grid size-10 shrink-0 place-items-center rounded-full ${kind === 'success' ? 'bg-ok-soft text-ok' : 'bg-bad-soft text-bad'}`}
  >
    {kind === 'success' ? <CircleCheck size={20} /> : <CircleAlert size={20} />}
  </span>
)

/** What a new notice leaves of the old ones: a success settles the failed attempts before it. */
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
        />
      )}
    </>
  )
}
