import { CodeForm } from '@kirana/contract/wire/second-factor'
import type { Data } from '@kirana/contract/wire/route'
import type { staffSecurity } from '@kirana/contract/security'
import { useState } from 'react'
import { call, messageOf } from '#/lib/api.ts'
import { useFields } from '#/lib/form.ts'
import { CopyButton } from '#/components/tables/copy-button.tsx'
import { Dialog, DialogBody, FormActions } from '#/ui/dialog.tsx'
import { TextField } from '#/ui/field.tsx'
import { securityCalls } from './calls.ts'
import { type AddingFactor, finishAdding } from './factor-dialog.ts'
import { OwnerDialog } from './owner-dialog.tsx'
import { QrCode } from './qr-code.tsx'

type Key = Data<typeof staffSecurity.startTotp>

/** Adds an authenticator app. The user confirms their identity, then the app scans the QR code. */
export function AddApp({ role, kinds, onAdded, ...dialog }: AddingFactor) {
  const calls = securityCalls(role)
  const [key, setKey] = useState<Key | null>(null)
  if (!key)
    return (
      <OwnerDialog
        {...dialog}
        role={role}
        kinds={kinds}
        description="Enter a code from your current phone, or a recovery code. The new phone then replaces it."
        onConfirmed={async (body) => setKey((await call(calls.startTotp, { body })).data)}
      />
    )
  return (
    <Dialog
      {...dialog}
      staysOpen
      title="Add authenticator app"
      description="Scan this with Google Authenticator, Aegis or any other such app, then enter the code that it shows."
    >
      <AppCode keyOfApp={key} {...{ role, onAdded }} onOpenChange={dialog.onOpenChange} />
    </Dialog>
  )
}

type CodeProps = Pick<AddingFactor, 'role' | 'onOpenChange' | 'onAdded'> & { keyOfApp: Key }

function AppCode({ role, keyOfApp, onAdded, onOpenChange }: CodeProps) {
  const calls = securityCalls(role)
  const form = useFields(CodeForm, { code: '' })
  const { errors, isSubmitting } = form.formState
  const submit = form.handleSubmit(async (body) => {
    try {
      finishAdding(await call(calls.addTotp, { body }), onAdded)
    } catch (error) {
      form.setError('code', { message: messageOf(error) }, { shouldFocus: true })
    }
  })
  const grouped = keyOfApp.secret.match(/.{1,4}/g)?.join(' ') ?? ''
  return (
    <form noValidate className="contents" onSubmit={(event) => void submit(event)}>
      <DialogBody className="flex flex-col gap-4">
        <QrCode text={keyOfApp.uri} label="QR code with the key of the app" />
        <div className="text-sm text-muted">
          <p>Without a camera, enter this key by hand:</p>
          <div className="flex items-center gap-1">
            <code className="text-ink wrap-anywhere">{grouped}</code>
            <CopyButton text={keyOfApp.secret} what="key" />
          </div>
        </div>
        <TextField
          label="Code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={40}
          hint="The 6 digits that the app shows"
          {...form.register('code')}
          error={errors.code?.message}
        />
      </DialogBody>
      <FormActions submit="Add" isSending={isSubmitting} onCancel={() => onOpenChange(false)} />
    </form>
  )
}
