import { Toast as Base } from '@base-ui/react/toast'
import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { IconButton } from './button.tsx'

/** Shows toasts: `toasts.add({ title, type: 'success' | 'failure', timeout })`. */
export const toasts = Base.createToastManager()

function List() {
  const { toasts: all } = Base.useToastManager()
  return all.map((toast) => (
    <Base.Root
      key={toast.id}
      toast={toast}
      swipeDirection={['right', 'up']}
      className="flex w-full items-center gap-3 rounded-card border border-line bg-raised py-2 pr-2 pl-4 text-ink shadow-float transition-[translate,opacity] duration-150 data-ending-style:opacity-0 data-starting-style:-translate-y-3 data-starting-style:opacity-0"
    >
      {toast.type === 'failure' ? (
        <CircleAlert aria-hidden size={18} className="shrink-0 text-bad" />
      ) : (
        <CircleCheck aria-hidden size={18} className="shrink-0 text-ok" />
      )}
      <Base.Title className="min-w-0 flex-1 py-1 font-medium break-words" render={<p />} />
      <Base.Close render={<IconButton label="Close message" size="iconSmall" />}>
        <X aria-hidden />
      </Base.Close>
    </Base.Root>
  ))
}

export const Toasts = ({ timeout }: { timeout: number }) => (
  <Base.Provider toastManager={toasts} timeout={timeout} limit={4}>
    <Base.Portal>
      <Base.Viewport
        data-chrome
        className="fixed top-4 right-4 left-4 z-60 flex flex-col gap-2 sm:left-auto sm:w-90"
      >
        <List />
      </Base.Viewport>
    </Base.Portal>
  </Base.Provider>
)
