import { createElement, useEffect, useState, type ReactNode } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { notify } from '#/lib/notify.ts'
import { partOf, usePart } from '#/lib/part.ts'
import { Dialog } from '#/ui/dialog.tsx'
import type { FormBodyProps } from './form-body.tsx'
import { PART_MISSING } from './lazy-part.tsx'

/**
 * What a labelled field needs of a form: `<TextField label="Name" {...fieldOf(form, 'name')} />`. A message in
 * `together` stands above the form ('All fields is required'): the field is only marked.
 */
export function fieldOf<W extends FieldValues>(form: UseFormReturn<W>, name: Path<W>, together?: string) {
  const message = form.getFieldState(name, form.formState).error?.message
  const isShared = message !== undefined && message === together
  return { ...form.register(name), error: isShared ? undefined : message, wrong: isShared }
}

/** What a list does not need before a form is opened over it. */
const formBody = partOf(async () => (await import('./form-body.tsx')).FormBody)

type Props<W extends FieldValues> = Omit<FormBodyProps<W>, 'onClose'> & {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description?: ReactNode
  width?: 'small' | 'medium' | 'large'
}

/** A form in a dialog: checked by its schema, locked while sending. */
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
  const Body = usePart(formBody, open, () => {
    notify('failure', PART_MISSING)
    onOpenChange(false)
  })
  const [isSending, setSending] = useState(false)
  const send = async (values: W) => {
    setSending(true)
    try {
      await onSave(values)
    } finally {
      setSending(false)
    }
  }
  return (
    <Dialog
      open={open && Body !== null}
      onOpenChange={onOpenChange}
      title={title}
      locked={isSending}
      staysOpen
      {...(description !== undefined && { description })}
      {...(width && { width })}
    >
      {Body && createElement(Body<W>, { ...rest, onSave: send, onClose: () => onOpenChange(false) })}
    </Dialog>
  )
}
