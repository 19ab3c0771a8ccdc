import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'

/**
 * Props that bind a labelled field to a form: `<TextField label="Name" {...fieldOf(form, 'name')} />`. A field whose
 * message equals `sharedMessage` is only marked: that message ('All fields is required') stands above the form.
 */
export function fieldOf<W extends FieldValues>(
  form: UseFormReturn<W>,
  name: Path<W>,
  sharedMessage?: string,
) {
  const message = form.getFieldState(name, form.formState).error?.message
  const isShared = message !== undefined && message === sharedMessage
  return { ...form.register(name), error: isShared ? undefined : message, wrong: isShared }
}
