import type { FactorKind } from '@kirana/domain/second-factor'
import type { ReactNode } from 'react'
import { call } from '#/lib/api.ts'
import type { SessionRole } from '#/lib/session/session.ts'
import { Button } from '#/ui/button.tsx'
import { Dialog, DialogActions, DialogBody } from '#/ui/dialog.tsx'
import { securityCalls } from './calls.ts'
import { ProofForm, type Proof } from './proof-form.tsx'

type Props = {
  role: SessionRole
  kinds: readonly FactorKind[]
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description: ReactNode
  action: string
  onProof: (proof: Proof) => Promise<unknown>
}

/** Asks the signed-in user for a second factor. The caller closes the dialog when `onProof` has succeeded. */
export function ProofDialog({ role, kinds, action, onProof, ...dialog }: Props) {
  return (
    <Dialog {...dialog}>
      <ProofForm
        kinds={kinds}
        action={action}
        askPasskey={async () => (await call(securityCalls(role).passkey, {})).data}
        onProof={onProof}
        layout={(fields, submit) => (
          <>
            <DialogBody className="flex flex-col gap-4">{fields}</DialogBody>
            <DialogActions>
              <Button variant="outline" onClick={() => dialog.onOpenChange(false)}>
                Cancel
              </Button>
              {submit}
            </DialogActions>
          </>
        )}
      />
    </Dialog>
  )
}
