import type { FieldValues } from 'react-hook-form'
import type * as z from 'zod/mini'
import { useFields } from '#/lib/form.ts'
import { Button } from '#/ui/button.tsx'
import { TextField } from '#/ui/field.tsx'
import { PasswordField } from '#/ui/password-field.tsx'
import { Logo } from './logo.tsx'
import { ScreenTitle } from './page-header.tsx'

type Credentials = { username: string; password: string }

type Props = {
  title: string
  schema: z.ZodMiniType<FieldValues, Credentials>
  onSend: (credentials: Credentials) => Promise<unknown>
}

/** Both sign-ins: Username, Password and 'log in'. A failure shows a toast and keeps the values. */
export function SignIn({ title, schema, onSend }: Props) {
  const form = useFields<Credentials>(schema, { username: '', password: '' })
  const { errors, isSubmitting } = form.formState
  const submit = form.handleSubmit((credentials) => onSend(credentials).catch(() => {}))
  return (
    <div className="grid flex-1 place-items-center px-4 py-8">
      <div className="w-full max-w-95 rounded-2xl border border-line/60 bg-surface/95 p-7 shadow-dialog dark:border-line">
        <Logo size={44} />
        <ScreenTitle title={title} takesFocus={false} className="mt-5 mb-5 text-[22px]!" />
        <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
          <TextField
            label="Username"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            autoFocus
            {...form.register('username')}
            error={errors.username?.message}
          />
          <PasswordField
            label="Password"
            autoComplete="current-password"
            {...form.register('password')}
            error={errors.password?.message}
          />
          <Button type="submit" size="large" className="mt-1 w-full" busy={isSubmitting}>
            log in
          </Button>
        </form>
      </div>
    </div>
  )
}
