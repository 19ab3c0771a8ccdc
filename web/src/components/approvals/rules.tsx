import { approvals, type ApprovalRules } from '@kirana/contract/approvals'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { read } from '#/lib/api.ts'
import { count, rupees } from '#/lib/format.ts'

function sentence({ secondPerson, payoutApprovalFrom, coinsWithoutApproval, activeStaff }: ApprovalRules) {
  if (!secondPerson)
    return activeStaff === 1
      ? 'Switched off: this store has one active staff member, who pays out alone.'
      : 'Switched off: each staff member pays out alone.'
  const payouts =
    payoutApprovalFrom === 0
      ? 'every payout'
      : `payouts that total ${rupees(payoutApprovalFrom)} or more in a day, to one customer or by one person`
  const picks =
    payoutApprovalFrom === 0
      ? 'every refund for items missing from a paid order'
      : `such refunds that total ${rupees(payoutApprovalFrom)} or more in a day by one picker`
  const writeOffs =
    payoutApprovalFrom === 0
      ? 'every write-off of what a rider owes'
      : `write-offs that total ${rupees(payoutApprovalFrom)} or more in a day`
  return `A second person approves ${payouts}, more than ${count(coinsWithoutApproval)} coins a day from one staff member, refunds of cash, refused withdrawals of coins, ${picks}, ${writeOffs}, and swaps worth more than one and a half times what they replace. Requests expire after 24 hours.`
}

/** The actions that need approval in this store, and where a user can change that. */
export function Rules({ isSuperadmin }: { isSuperadmin: boolean }) {
  const { data } = useQuery(read(approvals.rules, { query: isSuperadmin ? { as: 'superadmin' } : {} }))
  if (!data) return <p className="mb-4 min-h-5" />
  return (
    <p
      className={
        data.secondPerson
          ? 'mb-4 max-w-prose text-sm text-muted'
          : 'mb-4 rounded-card bg-warn-soft px-4 py-3 text-warn'
      }
    >
      {sentence(data)}{' '}
      {isSuperadmin ? (
        <Link to="/superadmin/company/settings" className="font-medium underline underline-offset-2">
          Company Settings
        </Link>
      ) : (
        !data.secondPerson && 'The superadmin can switch it on in the company’s settings.'
      )}
    </p>
  )
}
