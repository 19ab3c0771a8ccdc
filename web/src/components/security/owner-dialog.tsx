import { PasswordForm, type Proof } from '@kirana/contract/wire/second-factor'
import { messageOf } from '#/lib/api.ts'
import { useFields } from '#/lib/form.ts'
import { Dialog, DialogBody, FormActions } from '#/ui/dialog.tsx'
import { PasswordField } from '#/ui/password-field.tsx'
import type { FactorDialog } from './factor-dialog.ts'
import { ProofDialog } from './proof-dialog.tsx'

type Props = FactorDialog & {
  /** The next step after the user has confirmed with an existing second factor. */
  description: string
  onConfirmed: (by: { proof: Proof } | { password: string }) => Promise<unknown>
}

const TITLE = 'Confirm that it is you'

/** Before a second factor is added, asks for an existing one, or for the password if there is none. */
export function OwnerDialog({ description, onConfirmed, ...dialog }: Props) {
  const { role: _role, kinds, ...rest } = dialog
  if (kinds.length > 0)
    return (
      <ProofDialog
        {...dialog}
        title={TITLE}
        description={description}
        action="Continue"
        onProof={(proof) => onConfirmed({ proof })}
      />
    )
  return (
    <Dialog
      {...rest}
      title={TITLE}
      description="With your password, so that nobody else sets up a second factor for your account."
    >
      <PasswordFields onCancel={() => dialog.onOpenChange(false)} onConfirmed={onConfirmed} />
    </Dialog>
  )
}

function PasswordFields({ onConfirmed, onCancel }: Pick<Props, 'onConfirmed'> & { onCancel: () => void }) {
  const form = useFields(PasswordForm, { password: '' })
  const { errors, isSubmitting } = form.formState
  const submit = form.handleSubmit(async (body) => {
    try {
      await onConfirmed(body)
    } catch (error) {
      form.setError('password', { message: messageOf(error) }, { shouldFocus: true })
    }
  })
  return (
    <form noValidate className="contents" onSubmit={(event) => void submit(event)}>
      <DialogBody>
        <PasswordField
          label="Password"
          autoComplete="current-password"
          autoFocus
          maxLength={200}
          {...form.register('password')}
          error={errors.password?.message}
        />
      </DialogBody>
      <FormActions submit="Continue" isSending={isSubmitting} onCancel={onCancel} />
    </form>
  )
}
