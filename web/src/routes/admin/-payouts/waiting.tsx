import type { Withdrawal } from '@kirana/contract/withdrawals'
import { Link } from '@tanstack/react-router'
import { formatDateTimeOr } from '#/lib/format.ts'
import { useOpensScreen } from '#/lib/session/allowed.ts'

type Props = { approval: NonNullable<Withdrawal['approval']> }

/** Replaces Approve while the payout waits for a second person's approval. */
export function WaitingApproval({ approval: { askedBy, at } }: Props) {
  const seesAll = useOpensScreen()('/admin/approvals')
  return (
    <span className="inline-flex flex-col items-start gap-0.5">
      <Link
        to="/admin/approvals/$"
        params={{ _splat: seesAll ? '' : 'own' }}
        className="font-medium whitespace-nowrap underline decoration-line-strong underline-offset-2 hover:decoration-current coarse:inline-flex coarse:min-h-11 coarse:items-center"
      >
        Waiting for approval
      </Link>
      <span className="numbers text-xs wrap-anywhere text-muted">
        {askedBy}, {formatDateTimeOr(at, '')}
      </span>
    </span>
  )
}
