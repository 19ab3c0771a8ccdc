import { type Transaction, withdrawals } from '@kirana/contract/withdrawals'
import { urlOf } from '@kirana/contract/wire/request'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { Download, ListFilter } from 'lucide-react'
import { read } from '#/lib/api.ts'
import { counted, rupees } from '#/lib/format.ts'
import { DayField } from '#/components/forms/day-field.tsx'
import { DownloadLink } from '#/components/security/download.tsx'
import type { Column } from '#/components/tables/data-table.tsx'
import { PhoneFold } from '#/components/tables/phone-fold.tsx'
import { Button, buttonVariants } from '#/ui/button.tsx'
import { When } from './-lists/when.tsx'
import { Payouts, usePayoutAddress } from './-payouts/list.tsx'
import { payeeOf } from './-payouts/columns.tsx'
import { lazyComponent } from '#/components/feedback/lazy-component.tsx'

const WithdrawalDocuments = lazyComponent(
  async () => (await import('./-payouts/documents.tsx')).WithdrawalDocuments,
)

const more: Column<Transaction>[] = [
  {
    id: 'date',
    header: 'Date',
    phone: 'plain',
    sort: { key: 'date', kind: 'date', isDefault: true },
    cell: ({ at }) => <When dateAndTime={at} date="" />,
  },
  {
    id: 'utr',
    header: 'UTR',
    isExtra: true,
    cell: ({ utr }) => <span className="numbers break-all">{utr || 'NIL'}</span>,
  },
  { id: 'by', header: 'By', isExtra: true, cell: ({ by }) => <span className="wrap-anywhere">{by}</span> },
]

export const Route = createFileRoute('/admin/transanctions')({ component: TransanctionHistory })

function TransanctionHistory() {
  const address = usePayoutAddress()
  const { page, search, sort, from, to, go } = address
  const filter = { search, sort, from, to }
  const query = useQuery({
    ...read(withdrawals.payouts, { params: { page }, query: filter }),
    placeholderData: keepPreviousData,
  })
  return (
    <Payouts
      title="Transanction History"
      query={query}
      address={address}
      searchLabel="Phone number or UTR"
      about="Withdrawals that were paid or refused. They begin as requests of customers."
      actions={
        <DownloadLink
          className={buttonVariants({ variant: 'outline' })}
          href={urlOf(withdrawals.export.path, { query: filter })}
          route={withdrawals.export}
        >
          <Download aria-hidden />
          Export CSV
        </DownloadLink>
      }
      filters={
        <>
          <PhoneFold label="Filters" icon={ListFilter} inUse={[from, to].filter(Boolean).length}>
            <div className="flex gap-2 max-md:w-full max-md:*:flex-1">
              <DayField
                label="From"
                max={to}
                value={from}
                onDay={(day) => go({ from: day, page: 1 }, from !== '')}
              />
              <DayField
                label="To"
                min={from}
                value={to}
                onDay={(day) => go({ to: day, page: 1 }, to !== '')}
              />
            </div>
          </PhoneFold>
          {query.data && (
            <p role="status" className="numbers text-sm text-muted">
              Total <span className="font-semibold text-ink">{rupees(query.data.total)}</span> of{' '}
              {counted(query.data.payouts, 'transanction')}
            </p>
          )}
        </>
      }
      more={more}
      chipOf={({ isDone }) => (isDone ? null : { word: 'Refused', tone: 'bad' })}
      accountOf={({ withdrawalReq }) => withdrawalReq}
      last="Supporting docs"
      isRecord
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
