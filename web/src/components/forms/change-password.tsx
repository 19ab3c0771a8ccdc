import type { FieldValues } from 'react-hook-form'
import type * as z from 'zod/mini'
import { useFields } from '#/lib/form.ts'
import { Button } from '#/ui/button.tsx'
import { PasswordField } from '#/ui/password-field.tsx'

type Props = {
  label: string
  hint?: string
  schema: z.ZodMiniType<FieldValues, { password: string }>
  onSend: (password: string) => Promise<unknown>
}

/** One password field and Save. Cleared on success, kept on failure. */
export function ChangePassword({ label, hint, schema, onSend }: Props) {
  const form = useFields<{ password: string }>(schema, { password: '' })
  const { errors, isSubmitting } = form.formState
  const submit = form.handleSubmit(({ password }) =>
    onSend(password).then(
      () => form.reset(),
      () => {},
    ),
  )
  return (
    <form
      noValidate
      className="flex max-w-95 flex-col items-start gap-4"
      onSubmit={(event) => void submit(event)}
    >
      <PasswordField
        label={label}
        hint={hint}
        autoComplete="new-password"
        className="w-full"
        {...form.register('password')}
        error={errors.password?.message}
      />
      <Button type="submit" busy={isSubmitting}>
        Save
      </Button>
    </form>
  )
}
