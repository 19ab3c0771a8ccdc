import type { Factor } from '@kirana/contract/wire/second-factor'
import { call } from '#/lib/api.ts'
import { notify } from '#/lib/notify.ts'
import { securityCalls } from './calls.ts'
import type { FactorDialog } from './factor-dialog.ts'
import { ProofDialog } from './proof-dialog.tsx'

type Props = FactorDialog & { factor: Factor; isLast: boolean; isRequired: boolean; onRemoved: () => void }

/** Removes a second factor, after the user has confirmed with one. */
export function RemoveFactor({ factor, isLast, isRequired, onRemoved, ...dialog }: Props) {
  const { removeFactor } = securityCalls(dialog.role)
  const consequence = !isLast
    ? 'Your other second factors stay.'
    : isRequired
      ? 'It is your last one. Your role requires one, so you set up another at once.'
      : 'It is your last one: your password alone will open your account.'
  return (
    <ProofDialog
      {...dialog}
      title={`Remove “${factor.name}”?`}
      description={`${consequence} Confirm with a code.`}
      action="Remove"
      onProof={async (proof) => {
        const { message } = await call(removeFactor, { body: { factorId: factor._id, proof } })
        notify('success', message)
        onRemoved()
      }}
    />
  )
}
