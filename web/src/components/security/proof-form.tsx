import { CodeForm } from '@kirana/contract/wire/second-factor'
import type { Data, Sent } from '@kirana/contract/wire/route'
import type { staffSecurity } from '@kirana/contract/security'
import type { FactorKind } from '@kirana/domain/second-factor'
import { Fingerprint } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { messageOf, ApiError } from '#/lib/api.ts'
import { useFields } from '#/lib/form.ts'
import { Button } from '#/ui/button.tsx'
import { TextField } from '#/ui/field.tsx'
import { knowsPasskeys } from './kinds.ts'
import { passkeyTrouble, signWithPasskey } from './passkey.ts'

export type Proof = Sent<typeof staffSecurity.signIn>['body']

type Props = {
  /** The kinds of second factor that the user has. */
  kinds: readonly FactorKind[]
  action: string
  /** Loads the challenge that a passkey has to sign. */
  askPasskey: () => Promise<Data<typeof staffSecurity.passkey>>
  /** Sends the second factor. If it rejects, the error is shown beside the field, which keeps its value. */
  onProof: (proof: Proof) => Promise<unknown>
  /** Renders the fields and the submit button in the caller's layout. */
  layout: (fields: ReactNode, submit: ReactNode) => ReactNode
}

/** Asks for a code of the app, a recovery code, or a passkey. */
export function ProofForm({ kinds, action, askPasskey, onProof, layout }: Props) {
  const form = useFields(CodeForm, { code: '' })
  const [busy, setBusy] = useState<'code' | 'passkey' | null>(null)
  const { errors } = form.formState
  const hasApp = kinds.includes('totp')
  const give = async (by: 'code' | 'passkey', proof: () => Promise<Proof>) => {
    setBusy(by)
    try {
      await onProof(await proof())
    } catch (error) {
      const message = error instanceof ApiError ? messageOf(error) : passkeyTrouble(error)
      form.setError('code', { message }, { shouldFocus: by === 'code' })
    } finally {
      setBusy(null)
    }
  }
  const submit = form.handleSubmit(({ code }) => give('code', () => Promise.resolve({ code })))
  return (
    <form
      noValidate
      className="contents"
      onSubmit={(event) => {
        event.stopPropagation()
        void submit(event)
      }}
    >
      {layout(
        <>
          <TextField
            label={hasApp ? 'Code' : 'Recovery code'}
            hint={
              hasApp
                ? 'The 6 digits of your authenticator app, or a recovery code'
                : 'One of those that you kept'
            }
            autoComplete="one-time-code"
            autoCapitalize="characters"
            spellCheck={false}
            autoFocus
            maxLength={40}
            {...form.register('code')}
            error={errors.code?.message}
          />
          {kinds.includes('passkey') && knowsPasskeys() && (
            <Button
              variant="outline"
              className="w-full"
              busy={busy === 'passkey'}
              disabled={busy !== null}
              onClick={() =>
                void give('passkey', async () => ({ passkey: await signWithPasskey(await askPasskey()) }))
              }
            >
              <Fingerprint aria-hidden />
              Use a passkey
            </Button>
          )}
        </>,
        <Button type="submit" busy={busy === 'code'} disabled={busy !== null}>
          {action}
        </Button>,
      )}
    </form>
  )
}
