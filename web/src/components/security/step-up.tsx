import { useQuery } from '@tanstack/react-query'
import { call, read } from '#/lib/api.ts'
import type { SessionRole } from '#/lib/session/session.ts'
import { securityCalls } from './calls.ts'
import { kindsOf } from './kinds.ts'
import { ProofDialog } from './proof-dialog.tsx'

type Props = {
  role: SessionRole
  /** The calls that wait for the second factor; null if none does. */
  waiting: { answer: (isConfirmed: boolean) => void } | null
}

/** The dialog that asks for the second factor of a call that needs a recent one. */
export function StepUp({ role, waiting }: Props) {
  const calls = securityCalls(role)
  const { data } = useQuery({ ...read(calls.get, {}), enabled: waiting !== null })
  return (
    <ProofDialog
      role={role}
      kinds={data ? kindsOf(data.factors) : ['totp']}
      open={waiting !== null}
      onOpenChange={() => waiting?.answer(false)}
      title="Confirm that it is you"
      description="This needs your second factor. What you typed stays as it is."
      action="Confirm"
      onProof={async (proof) => {
        await call(calls.confirm, { body: { proof } })
        waiting?.answer(true)
      }}
    />
  )
}
