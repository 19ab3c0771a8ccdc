import { withdrawals } from '@kirana/contract/withdrawals'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { read } from '#/lib/api.ts'
import { Button } from '#/ui/button.tsx'
import { Payouts, usePayoutAddress } from './-payouts/list.tsx'
import { payeeOf } from './-payouts/columns.tsx'
import { lazyComponent } from '#/components/feedback/lazy-component.tsx'

const WithdrawalDocuments = lazyComponent(
  async () => (await import('./-payouts/documents.tsx')).WithdrawalDocuments,
)

export const Route = createFileRoute('/admin/transanctions')({ component: TransanctionHistory })

function TransanctionHistory() {
  const address = usePayoutAddress()
  const { page, search, sort } = address
  const query = useQuery({
    ...read(withdrawals.payouts, { params: { page }, query: { search, sort } }),
    placeholderData: keepPreviousData,
  })
  return (
    <Payouts
      title="Transanction History"
      query={query}
      address={address}
      chipOf={({ isDone }) => (isDone ? null : { word: 'Refused', tone: 'bad' })}
      accountOf={({ withdrawalReq }) => withdrawalReq}
      last="Supporting docs"
      button={(row, open) => (
        <Button
          variant="outline"
          size="small"
          aria-label={`View documents of ${payeeOf(row)}`}
          onClick={open}
        >
          View
        </Button>
      )}
    >
      {(row, dialog) => <WithdrawalDocuments row={row} {...dialog} />}
    </Payouts>
  )
}
