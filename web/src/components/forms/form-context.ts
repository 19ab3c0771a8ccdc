import { createContext, use, type ChangeEvent } from 'react'
import type { UseFormReturn } from 'react-hook-form'

type Context = {
  form: UseFormReturn
  /** Labels of the fields by name, the same as in the comparison and in the audit log. */
  labels: Readonly<Record<string, string>>
  sharedMessage: string | undefined
}

export const FormContext = createContext<Context | null>(null)

/** The form around a field. */
export function useForm() {
  const context = use(FormContext)
  if (context === null) throw new Error('A field must be inside a form')
  return context
}

type Own<Element> = {
  /** Default: the form's label for the name. */
  label: string | undefined
  /** Shown if validation finds no error. */
  error: string | undefined
  onChange: ((event: ChangeEvent<Element>) => void) | undefined
}

/**
 * Binds a labelled field to the form around it. A field whose message equals the form's shared message is only marked:
 * that message ('All fields is required') is shown above the form.
 */
export function useField<Element>(name: string, { label, error, onChange }: Own<Element>) {
  'use no memo'
  const { form, labels, sharedMessage } = useForm()
  const message = form.getFieldState(name, form.formState).error?.message
  const isShared = message !== undefined && message === sharedMessage
  const registered = form.register(name)
  return {
    ...registered,
    label: label ?? labels[name] ?? name,
    error: (isShared ? undefined : message) ?? error,
    wrong: isShared,
    onChange: (event: ChangeEvent<Element>) => {
      void registered.onChange(event)
      onChange?.(event)
    },
  }
}
