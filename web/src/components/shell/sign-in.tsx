import { staffSession } from '@kirana/contract/staff-session'
import { superadmin } from '@kirana/contract/superadmin'
import type { FactorKind } from '@kirana/domain/second-factor'
import { useRouter } from '@tanstack/react-router'
import { createElement, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import type * as z from 'zod/mini'
import { useWrite } from '#/lib/api.ts'
import { lazyModule, useLazyModule } from '#/lib/lazy-module.ts'
import { notify } from '#/lib/notify.ts'
import { SOMETHING_WRONG } from '#/lib/api-error.ts'
import { useFields } from '#/lib/form.ts'
import { takeReturnPath } from '#/lib/session/ended-session.ts'
import { announceSession } from '#/lib/session/profiles.ts'
import { signedIn, type Person, type SessionRole } from '#/lib/session/session.ts'
import { Button } from '#/ui/button.tsx'
import { TextField } from '#/ui/field.tsx'
import { PasswordField } from '#/ui/password-field.tsx'
import { Logo } from './logo.tsx'
import { ScreenTitle } from './page-header.tsx'

// Loaded lazily, because only users with a second factor need it.
const secondStep = lazyModule(async () => (await import('#/components/security/second-step.tsx')).SecondStep)

type Credentials = { username: string; password: string }

type Props = {
  role: SessionRole
  title: string
  schema: z.ZodMiniType<FieldValues, Credentials>
  /** Where to go after signing in. */
  home: string
}

/**
 * Both sign-in screens: Username, Password and 'log in', then the second factor if the user has one. A failure shows a
 * toast and keeps the values.
 */
export function SignIn({ role, title, schema, home }: Props) {
  const { history } = useRouter()
  const [kinds, setKinds] = useState<readonly FactorKind[] | null>(null)
  const form = useFields<Credentials>(schema, { username: '', password: '' })
  const { errors, isSubmitting } = form.formState
  const enter = (person: Person) => {
    signedIn(role, person)
    announceSession(role)
    history.push(takeReturnPath(role, home))
  }
  const login = useWrite(role === 'staff' ? staffSession.login : superadmin.login, {
    quiet: (data) => 'secondFactor' in data,
    onDone: (data) => ('secondFactor' in data ? setKinds(data.secondFactor) : enter(data)),
  })
  const back = () => setKinds(null)
  const SecondStep = useLazyModule(secondStep, kinds !== null, () => {
    notify('failure', SOMETHING_WRONG)
    back()
  })
  const submit = form.handleSubmit((body) => login.sendAsync({ body }).catch(() => {}))
  return (
    <div className="grid flex-1 place-items-center px-4 py-8">
      <div className="w-full max-w-95 rounded-2xl border border-line/60 bg-surface/95 p-7 shadow-dialog dark:border-line">
        <Logo size={44} />
        <ScreenTitle title={title} takesFocus={false} className="mt-5 mb-5 text-[22px]!" />
        {kinds && SecondStep ? (
          createElement(SecondStep, { role, kinds, onDone: enter, onBack: back })
        ) : (
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
        )}
      </div>
    </div>
  )
}
