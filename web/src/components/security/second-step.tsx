import type { FactorKind } from '@kirana/domain/second-factor'
import { ApiError, call } from '#/lib/api.ts'
import { notify } from '#/lib/notify.ts'
import type { Person, SessionRole } from '#/lib/session/session.ts'
import { Button } from '#/ui/button.tsx'
import { securityCalls } from './calls.ts'
import { ProofForm } from './proof-form.tsx'

type Props = {
  role: SessionRole
  kinds: readonly FactorKind[]
  onDone: (person: Person) => void
  /** Returns to the password, because the user wants to or the time has expired. */
  onBack: () => void
}

/** The second step of signing in, which replaces the password form. */
export function SecondStep({ role, kinds, onDone, onBack }: Props) {
  const calls = securityCalls(role)
  return (
    <div className="flex flex-col gap-4">
      <p className="text-muted">Your password is right. Confirm that it is you.</p>
      <ProofForm
        kinds={kinds}
        action="Continue"
        askPasskey={async () => (await call(calls.signInPasskey, {})).data}
        onProof={async (proof) => {
          try {
            const { data, message } = await call(calls.signIn, { body: proof })
            onDone(data)
            notify('success', message)
          } catch (error) {
            if (!(error instanceof ApiError) || error.status !== 401) throw error
            notify('failure', error.message)
            onBack()
          }
        }}
        layout={(fields, submit) => (
          <>
            {fields}
            {submit}
            <Button variant="text" onClick={onBack}>
              Back
            </Button>
          </>
        )}
      />
    </div>
  )
}
