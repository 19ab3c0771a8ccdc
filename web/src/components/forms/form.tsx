import type { ComponentProps } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { FormContext, useForm } from './form-context.ts'

type Props<W extends FieldValues> = ComponentProps<'form'> & {
  form: UseFormReturn<W>
  labels?: Readonly<Record<string, string>> | undefined
  /** One message for several fields, shown by `<SharedMessage>`. */
  sharedMessage?: string | undefined
}

const noLabels = {}

/** A form whose fields bind themselves by name: `<TextField name="title" />`. */
export function Form<W extends FieldValues>({
  form,
  labels = noLabels,
  sharedMessage,
  onSubmit,
  ...rest
}: Props<W>) {
  return (
    <FormContext value={{ form: form as unknown as UseFormReturn, labels, sharedMessage }}>
      <form
        noValidate
        {...rest}
        onSubmit={(event) => {
          // React events bubble through portals. Without this line, the form that opened a dialog would be submitted
          // too.
          event.stopPropagation()
          onSubmit?.(event)
        }}
      />
    </FormContext>
  )
}

/** The message that several fields share, shown while one of them has this error. */
export function SharedMessage() {
  'use no memo'
  const { form, sharedMessage } = useForm()
  const isWrong = Object.values(form.formState.errors).some((error) => error?.message === sharedMessage)
  if (sharedMessage === undefined || !isWrong) return null
  return (
    <p role="alert" className="rounded-control bg-bad-soft px-3 py-2 text-sm text-bad">
      {sharedMessage}
    </p>
  )
}
