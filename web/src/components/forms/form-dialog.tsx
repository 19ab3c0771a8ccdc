import { createElement, useEffect, useState, type ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import { notify } from '#/lib/notify.ts'
import { lazyModule, useLazyModule } from '#/lib/lazy-module.ts'
import { Ask } from '#/ui/alert.tsx'
import { Dialog } from '#/ui/dialog.tsx'
import type { FormBodyProps } from './form-body.tsx'
import { LOAD_FAILED } from '#/components/feedback/lazy-component.tsx'

/** Loaded lazily: lists do not need it until a form opens. */
const formBody = lazyModule(async () => (await import('./form-body.tsx')).FormBody)

type Props<W extends FieldValues> = Omit<FormBodyProps<W>, 'onClose' | 'onDirty'> & {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description?: ReactNode
  width?: 'small' | 'medium' | 'large'
}

/** A form in a dialog: validated by its schema, locked while sending. Asks before it throws away what was typed. */
export function FormDialog<W extends FieldValues>({
  open,
  onOpenChange,
  title,
  description,
  width,
  onSave,
  ...rest
}: Props<W>) {
  useEffect(() => void formBody.load().catch(() => {}), [])
  const Body = useLazyModule(formBody, open, () => {
    notify('failure', LOAD_FAILED)
    onOpenChange(false)
  })
  const [isSending, setSending] = useState(false)
  const [isDirty, setDirty] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const close = () => {
    setDirty(false)
    onOpenChange(false)
  }
  const send = async (values: W, version: number | undefined) => {
    setSending(true)
    try {
      await onSave(values, version)
    } finally {
      setSending(false)
    }
  }
  return (
    <Dialog
      open={open && Body !== null}
      onOpenChange={() => (isDirty ? setAsking(true) : close())}
      title={title}
      locked={isSending}
      {...(description !== undefined && { description })}
      {...(width && { width })}
    >
      {Body && (
        // The form compares its values a moment later: a key in between must not throw them away.
        <div className="contents" onInput={() => setDirty(true)}>
          {createElement(Body<W>, { ...rest, onSave: send, onClose: close, onDirty: setDirty })}
        </div>
      )}
      {Body && (
        <Ask
          open={isAsking}
          onOpenChange={setAsking}
          title="Discard what you typed?"
          description="It is not saved yet."
          action="Discard"
          onConfirm={() => {
            setAsking(false)
            close()
          }}
        />
      )}
    </Dialog>
  )
}
