import type { FieldValues, UseFormReturn } from 'react-hook-form'

/** One message shared by several fields. */
export function SharedMessage<W extends FieldValues>({
  form,
  sharedMessage,
}: {
  form: UseFormReturn<W>
  sharedMessage?: string | undefined
}) {
  const isWrong = Object.values(form.formState.errors).some((error) => error?.message === sharedMessage)
  if (sharedMessage === undefined || !isWrong) return null
  return (
    <p role="alert" className="rounded-control bg-bad-soft px-3 py-2 text-sm text-bad">
      {sharedMessage}
    </p>
  )
}
