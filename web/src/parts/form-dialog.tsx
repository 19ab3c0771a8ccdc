import { createElement, useEffect, useState, type ReactNode } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { Dialog } from '#/ui/dialog.tsx'
import type { FormBody, FormBodyProps } from './form-body.tsx'

/**
 * What a labelled field needs of a form: `<TextField label="Name" {...fieldOf(form, 'name')} />`. A message in
 * `together` stands above the form ('All fields is required'): the field is only marked.
 */
export function fieldOf<W extends FieldValues>(form: UseFormReturn<W>, name: Path<W>, together?: string) {
  const message = form.getFieldState(name, form.formState).error?.message
  const isShared = message !== undefined && message === together
  return { ...form.register(name), error: isShared ? undefined : message, wrong: isShared }
}

let loaded: typeof FormBody | null = null

/** What a list does not need before a form is opened over it; null until it is there. */
function useFormBody() {
  const [Body, setBody] = useState(() => loaded)
  useEffect(() => {
    if (loaded) return
    void import('./form-body.tsx').then(({ FormBody: body }) => {
      loaded = body
      setBody(() => body)
    })
  }, [])
  return Body
}

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
  const Body = useFormBody()
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
      {...(description !== undefined && { description })}
      {...(width && { width })}
    >
      {Body && createElement(Body<W>, { ...rest, onSave: send, onClose: () => onOpenChange(false) })}
    </Dialog>
  )
}
