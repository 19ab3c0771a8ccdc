import type { Data } from '@kirana/contract/route'
import { staffSecurity } from '@kirana/contract/security'
import { useState } from 'react'
import * as z from 'zod/mini'
import { ApiError, call, messageOf } from '#/lib/api.ts'
import { useFields } from '#/lib/form.ts'
import { notify } from '#/lib/notify.ts'
import { Button } from '#/ui/button.tsx'
import { Dialog, DialogActions, DialogBody } from '#/ui/dialog.tsx'
import { TextField } from '#/ui/field.tsx'
import { securityCalls } from './calls.ts'
import type { FactorDialog } from './factor-dialog.ts'
import { makePasskey, passkeyTrouble } from './passkey.ts'
import { ProofDialog } from './proof-dialog.tsx'

const named = z.object({ name: staffSecurity.addPasskey.body.shape.name })

/** Makes a passkey in this browser: whoever has a second factor gives it first. */
export function AddPasskey({
  role,
  kinds,
  onAdded,
  ...dialog
}: FactorDialog & { onAdded: (codes: string[]) => void }) {
  const calls = securityCalls(role)
  const [making, setMaking] = useState<Data<typeof staffSecurity.startPasskey> | null>(null)
  const form = useFields(named, { name: '' })
  const { errors, isSubmitting } = form.formState
  if (!making && kinds.length > 0)
    return (
      <ProofDialog
        {...dialog}
        role={role}
        kinds={kinds}
        title="Confirm that it is you"
        description="With a second factor that you have. Then you make the passkey."
        action="Continue"
        onProof={async (proof) => setMaking((await call(calls.startPasskey, { body: { proof } })).data)}
      />
    )
  const submit = form.handleSubmit(async ({ name }) => {
    try {
      const asked = making ?? (await call(calls.startPasskey, { body: {} })).data
      const passkey = await makePasskey(asked)
      const { data, message } = await call(calls.addPasskey, { body: { name, passkey } })
      // The codes say it as well.
      if (data.recoveryCodes.length === 0) notify('success', message)
      onAdded(data.recoveryCodes)
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
            hint="So that you recognise it: “Counter laptop”"
            maxLength={60}
            {...form.register('name')}
            error={errors.name?.message}
          />
        </DialogBody>
        <DialogActions>
          <Button variant="outline" disabled={isSubmitting} onClick={() => dialog.onOpenChange(false)}>
            Cancel
          </Button>
          <Button type="submit" busy={isSubmitting}>
            Add
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
