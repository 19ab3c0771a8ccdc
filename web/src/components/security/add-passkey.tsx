import type { Data } from '@kirana/contract/wire/route'
import { staffSecurity } from '@kirana/contract/security'
import { useState } from 'react'
import * as z from 'zod/mini'
import { ApiError, call, messageOf } from '#/lib/api.ts'
import { useFields } from '#/lib/form.ts'
import { Dialog, DialogBody, FormActions } from '#/ui/dialog.tsx'
import { TextField } from '#/ui/field.tsx'
import { securityCalls } from './calls.ts'
import { type AddingFactor, finishAdding } from './factor-dialog.ts'
import { makePasskey, passkeyTrouble } from './passkey.ts'
import { OwnerDialog } from './owner-dialog.tsx'

const named = z.object({ name: staffSecurity.addPasskey.body.shape.name })

/** Creates a passkey in this browser after the user has confirmed their identity. */
export function AddPasskey({ role, kinds, onAdded, ...dialog }: AddingFactor) {
  const calls = securityCalls(role)
  const [making, setMaking] = useState<Data<typeof staffSecurity.startPasskey> | null>(null)
  const form = useFields(named, { name: '' })
  const { errors, isSubmitting } = form.formState
  if (!making)
    return (
      <OwnerDialog
        {...dialog}
        role={role}
        kinds={kinds}
        description="Confirm with a second factor you have, then create the passkey."
        onConfirmed={async (body) => setMaking((await call(calls.startPasskey, { body })).data)}
      />
    )
  const submit = form.handleSubmit(async ({ name }) => {
    try {
      const passkey = await makePasskey(making)
      finishAdding(await call(calls.addPasskey, { body: { name, passkey } }), onAdded)
    } catch (error) {
      const message = error instanceof ApiError ? messageOf(error) : passkeyTrouble(error)
      form.setError('name', { message })
    }
  })
  return (
    <Dialog
      {...dialog}
      title="Add passkey"
      description="Your fingerprint, face or PIN on this device, or a security key."
      locked={isSubmitting}
    >
      <form noValidate className="contents" onSubmit={(event) => void submit(event)}>
        <DialogBody>
          <TextField
            label="Name"
            hint="A name you will recognize, such as “Counter laptop”"
            maxLength={60}
            {...form.register('name')}
            error={errors.name?.message}
          />
        </DialogBody>
        <FormActions submit="Add" isSending={isSubmitting} onCancel={() => dialog.onOpenChange(false)} />
      </form>
    </Dialog>
  )
}
