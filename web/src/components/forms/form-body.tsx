import { useEffect, type ReactNode } from 'react'
import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form'
import type * as z from 'zod/mini'
import { useFields } from '#/lib/form.ts'
import { type Flag, FlagQuestion, useFlags } from './flags.tsx'
import { SharedMessage } from './shared-message.tsx'
import { type ComparedRecord, useStale } from './stale.ts'
import { StaleChanges } from './stale-changes.tsx'
import { DialogBody, FormActions } from '#/ui/dialog.tsx'

export type FormBodyProps<W extends FieldValues> = {
  /** The contract's body, or a looser schema where the screen checks less than the server. */
  schema: z.ZodMiniType<unknown, W>
  values: DefaultValues<W>
  /**
   * Sends the form, with the version of `compared` that it was filled from. The dialog closes when it resolves and stays
   * as it is when it rejects.
   */
  onSave: (values: W, version: number | undefined) => Promise<unknown>
  /** The edited record: a save that finds it changed shows what others changed. */
  compared?: ComparedRecord<W> | undefined
  /** Flags of the edited record that the form begins with switched on: saving asks before it switches one on. */
  flags?: readonly Flag<W>[] | undefined
  save?: string
  /** Label of the button that closes the form, where 'Cancel' would say something else. */
  back?: string
  sharedMessage?: string
  children: (form: UseFormReturn<W>) => ReactNode
  onClose: () => void
  /** Whether something was typed that closing would lose. */
  onDirty: (isDirty: boolean) => void
}

/** The fields and buttons of a form dialog. Loaded with the first dialog, because it includes form validation. */
export function FormBody<W extends FieldValues>({
  schema,
  values,
  onSave,
  save = 'Save',
  back,
  compared,
  flags,
  sharedMessage,
  children,
  onClose,
  onDirty,
}: FormBodyProps<W>) {
  const form = useFields<W>(schema, values)
  const stale = useStale(form, compared)
  const flagged = useFlags(form, flags)
  const { isSubmitting, isDirty } = form.formState
  useEffect(() => onDirty(isDirty), [isDirty, onDirty])
  const submit = form.handleSubmit(async (checked) => {
    const values = await flagged.confirm(checked)
    if (values === null) return
    try {
      await stale.save((version) => onSave(values, version))
      onClose()
    } catch {
      // useWrite has shown the error; keep the values for another attempt.
    }
  })
  return (
    <form
      noValidate
      className="contents"
      onChange={flagged.onChange}
      onSubmit={(event) => {
        // React events bubble through portals: without this the form that opened the dialog would be submitted too.
        event.stopPropagation()
        void submit(event)
      }}
    >
      <DialogBody className="flex flex-col gap-4">
        <StaleChanges stale={stale} busy={isSubmitting} />
        <SharedMessage form={form} sharedMessage={sharedMessage} />
        {children(form)}
      </DialogBody>
      <FlagQuestion question={flagged.question} />
      <FormActions submit={save} {...(back && { back })} isSending={isSubmitting} onCancel={onClose} />
    </form>
  )
}
