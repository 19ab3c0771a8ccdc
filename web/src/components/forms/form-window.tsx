import { useEffect, useState, type ReactNode } from 'react'
import type { DefaultValues, FieldValues, FormState, UseFormReturn } from 'react-hook-form'
import type * as z from 'zod/mini'
import { useFields } from '#/lib/form.ts'
import { Ask } from '#/ui/alert.tsx'
import { Dialog, DialogBody, FormActions } from '#/ui/dialog.tsx'
import { Form, SharedMessage } from './form.tsx'
import { type Questions, useQuestions } from './questions.tsx'
import { keepDraft } from './draft-store.ts'
import { useEditing } from './editing.ts'
import { EditingNotes } from './editing-notes.tsx'
import type { ComparedRecord } from './stale.ts'

type ContentsProps<W extends FieldValues> = Questions<W> & {
  /** The contract's body, or a looser schema where the screen checks less than the server. */
  schema: z.ZodMiniType<unknown, W>
  values: DefaultValues<W>
  /**
   * Sends the form with the version of `compared` from which it was filled, and the fields that differ from `values`.
   * The dialog closes when the promise resolves, and stays open when it rejects.
   */
  onSave: (values: W, version: number | undefined, changed: FormState<W>['dirtyFields']) => Promise<unknown>
  /** The edited record. If others have changed it, the save is rejected and the form shows their changes. */
  compared?: ComparedRecord<W> | undefined
  /** Stores the unsaved values as a draft of this name, such as the record's id (useEditing). */
  draft?: string | undefined
  /** Labels of the fields by name. */
  labels?: Readonly<Record<string, string>>
  save?: string
  /** Label of the button that closes the form, if 'Cancel' would be misleading. */
  back?: string | undefined
  sharedMessage?: string
  children: ReactNode | ((form: UseFormReturn<W>) => ReactNode)
}

export type FormWindowProps<W extends FieldValues> = ContentsProps<W> & {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description?: ReactNode
  width?: 'small' | 'medium' | 'large'
  /** As in `Dialog`. */
  isStep?: boolean
}

/**
 * A form in a dialog: validated by its schema, locked while sending. Asks before it discards unsaved values. Loads with
 * the first dialog, because it includes form validation.
 */
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
    keepDraft(rest.draft, null)
    setDirty(false)
    onOpenChange(false)
  }
  const send: typeof onSave = async (...sent) => {
    setSending(true)
    try {
      await onSave(...sent)
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
      {/* Marks the form as dirty immediately, because the form compares its values later and Escape could come first. */}
      <div className="contents" onInput={() => setDirty(true)}>
        <Contents<W> {...rest} onSave={send} onClose={close} onDirty={setDirty} />
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

type Closing = {
  onClose: () => void
  /** Whether closing would lose unsaved values. */
  onDirty: (isDirty: boolean) => void
}

/** Fields and buttons. Mounted while the dialog is open, so that each opening starts with `values`. */
function Contents<W extends FieldValues>({
  schema,
  values,
  onSave,
  save = 'Save',
  back,
  compared,
  draft,
  flags,
  doubtOf,
  labels = {},
  sharedMessage,
  children,
  onClose,
  onDirty,
}: ContentsProps<W> & Closing) {
  const form = useFields<W>(schema, values)
  const editing = useEditing(form, labels, { compared, draft })
  const questions = useQuestions(form, { flags, doubtOf })
  const { isSubmitting, isDirty, dirtyFields } = form.formState
  useEffect(() => onDirty(isDirty), [isDirty, onDirty])
  const submit = form.handleSubmit(async (checked) => {
    const confirmed = await questions.confirm(checked)
    if (confirmed === null) return
    try {
      await editing.save((version) => onSave(confirmed, version, dirtyFields))
      onClose()
    } catch {
      // useWrite has shown the error; keep the values for another attempt.
    }
  })
  return (
    <Form
      form={form}
      labels={labels}
      sharedMessage={sharedMessage}
      className="contents"
      onChange={questions.onChange}
      onSubmit={(event) => void submit(event)}
    >
      <DialogBody className="flex flex-col gap-4">
        <EditingNotes editing={editing} busy={isSubmitting} />
        <SharedMessage />
        {typeof children === 'function' ? children(form) : children}
      </DialogBody>
      {questions.dialog}
      <FormActions submit={save} {...(back && { back })} isSending={isSubmitting} onCancel={onClose} />
    </Form>
  )
}
