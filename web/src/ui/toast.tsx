import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { IconButton } from './button.tsx'

const tones = { success: 'text-ok', failure: 'text-bad', waiting: 'text-warn' }
type ToastText = { id: number; kind: keyof typeof tones; message: string }

type Props = { toasts: readonly ToastText[]; timeout: number; onClose: (id: number) => void }

/**
 * Toasts that close after `timeout` ms; the pointer or focus pauses the timer. Positioned where they cover no button:
 * in the top bar, on phones at the bottom. They are plain live regions, because a toast with the dialog role would add
 * another labelled element to forms.
 */
export const Toasts = ({ toasts, timeout, onClose }: Props) =>
  toasts.length > 0 &&
  // The toasts are rendered into the body: an open dialog hides everything there except live regions from assistive
  // technology. A press on an element that was added later does not close the dialog, so closing a toast keeps the form
  // open.
  createPortal(
    <div
      data-chrome
      aria-live="off"
      className="pointer-events-none fixed inset-x-4 bottom-4 z-60 mx-auto flex flex-col gap-2 sm:top-1 sm:bottom-auto sm:w-90"
    >
      {toasts.map((toast) => (
        <Toast key={toast.id} {...toast} timeout={timeout} onClose={onClose} />
      ))}
    </div>,
    document.body,
  )

type ToastProps = ToastText & Pick<Props, 'timeout' | 'onClose'>

function Toast({ id, kind, message, timeout, onClose }: ToastProps) {
  const [isHeld, setHeld] = useState(false)
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(() => onClose(id), timeout)
    return () => clearTimeout(timer)
  }, [id, isHeld, timeout, onClose])
  const Icon = kind === 'success' ? CircleCheck : CircleAlert
  return (
    <div
      className="toast pointer-events-auto flex w-full items-center gap-3 rounded-card border border-line bg-raised py-2 pr-2 pl-4 text-ink shadow-float"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon aria-hidden size={18} className={`shrink-0 ${tones[kind]}`} />
      <p
        role={kind === 'failure' ? 'alert' : 'status'}
        className="min-w-0 flex-1 py-1 font-medium break-words"
      >
        {message}
      </p>
      <IconButton label="Close message" size="iconSmall" onClick={() => onClose(id)}>
        <X aria-hidden />
      </IconButton>
    </div>
  )
}
