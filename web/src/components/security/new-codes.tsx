import { call } from '#/lib/api.ts'
import { securityCalls } from './calls.ts'
import type { FactorDialog } from './factor-dialog.ts'
import { ProofDialog } from './proof-dialog.tsx'

export function NewCodes({ onMade, ...dialog }: FactorDialog & { onMade: (codes: string[]) => void }) {
  const { newRecoveryCodes } = securityCalls(dialog.role)
  return (
    <ProofDialog
      {...dialog}
      title="New recovery codes"
      description="Your current codes stop working."
      action="Make new codes"
      onProof={async (proof) => {
        const { data } = await call(newRecoveryCodes, { body: { proof } })
        onMade(data.recoveryCodes)
      }}
    />
  )
}
