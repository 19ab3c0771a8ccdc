import { useState, type ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import { Ask } from '#/ui/alert.tsx'
import { Dialog } from '#/ui/dialog.tsx'
import { FormBody, type FormBodyProps } from './form-body.tsx'

export type FormWindowProps<W extends FieldValues> = Omit<FormBodyProps<W>, 'onClose' | 'onDirty'> & {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description?: ReactNode
  width?: 'small' | 'medium' | 'large'
  /** As in `Dialog`. */
  isStep?: boolean
}

/** A form in a dialog: validated by its schema, locked while sending. Asks before it throws away what was typed. */
export function FormWindow<W extends FieldValues>({
  open,
  onOpenChange,
  title,
  description,
  width,
  isStep = false,
  onSave,
  ...rest
}: FormWindowProps<W>) {
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
      open={open}
      onOpenChange={() => (isDirty ? setAsking(true) : close())}
      title={title}
      locked={isSending}
      isStep={isStep}
      {...(description !== undefined && { description })}
      {...(width && { width })}
    >
      {/* The form compares its values a moment later: a key in between must not throw them away. */}
      <div className="contents" onInput={() => setDirty(true)}>
        <FormBody<W> {...rest} onSave={send} onClose={close} onDirty={setDirty} />
      </div>
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
    </Dialog>
  )
}
