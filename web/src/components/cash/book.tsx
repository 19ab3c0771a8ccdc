import { cash, type RiderCash, type Surplus } from '@kirana/contract/cash'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { messageOf, read } from '#/lib/api.ts'
import { formatDateTime, rupees } from '#/lib/format.ts'
import { lazyComponent } from '#/components/feedback/lazy-component.tsx'
import { ErrorState } from '#/components/feedback/states.tsx'
import { PageHeader } from '#/components/shell/page-header.tsx'
import { DataTable, type Column } from '#/components/tables/data-table.tsx'
import { RefreshButton } from '#/components/tables/refresh-button.tsx'
import { Button } from '#/ui/button.tsx'

const Entries = lazyComponent(async () => (await import('./entries-dialog.tsx')).EntriesDialog)

const amount = (id: string, header: string, of: (row: RiderCash) => number): Column<RiderCash> => ({
  id,
  header,
  isNumeric: true,
  cell: (row) => rupees(of(row)),
})

const facts: Column<RiderCash>[] = [
  {
    id: 'name',
    header: 'Rider',
    phone: 'title',
    cell: ({ name }) => <span className="wrap-anywhere">{name}</span>,
  },
  { ...amount('inHand', 'In hand', ({ inHand }) => inHand), phone: 'end' },
  amount('collected', 'Collected', ({ collected }) => collected),
  amount('deposited', 'Handed in', ({ deposited }) => deposited),
  amount('shortage', 'Owed', ({ shortage }) => shortage),
  amount('writtenOff', 'Written off', ({ writtenOff }) => writtenOff),
  amount('surplus', 'Surplus', ({ surplus }) => surplus),
]

type Props = {
  /** Buttons above the book. `till`: rupees in the till. */
  header?: (till: number) => ReactNode
  /** More buttons for a rider. */
  actions: (row: RiderCash) => ReactNode
  /** The till's movements of the day. `till`: rupees in the till. */
  day?: (till: number) => ReactNode
  /** Buttons for a surplus. */
  surplusActions?: (surplus: Surplus) => ReactNode
}

/** The store's cash by place: with riders, in the till, at the bank. */
export function CashBook({ header, actions, day, surplusActions }: Props) {
  const query = useQuery(read(cash.get, {}))
  const { data, error } = query
  const [shown, setShown] = useState<{ row: RiderCash; open: boolean } | null>(null)
  const columns: Column<RiderCash>[] = [
    ...facts,
    {
      id: 'actions',
      header: 'Actions',
      phone: 'action',
      cell: (row) => (
        <div className="flex flex-wrap gap-2">
          {actions(row)}
          <Button
            variant="outline"
            size="small"
            aria-label={`Entries of ${row.name}`}
            onClick={() => setShown({ row, open: true })}
          >
            Entries
          </Button>
        </div>
      ),
    },
  ]
  const withRiders = (data?.riders ?? []).reduce((sum, { inHand }) => sum + Math.round(inHand * 100), 0) / 100
  return (
    <>
      <PageHeader title="Cash">
        <RefreshButton query={query} />
        {data && header?.(data.store)}
      </PageHeader>
      {data && (
        <dl className="mb-6 grid grid-cols-2 gap-3 xl:grid-cols-4">
          <Total name="With riders" value={withRiders} />
          <Total name="In the till" value={data.store} />
          <Total name="UPI, not verified" value={data.unverified.amount} />
          <Total name="At the bank" value={data.bank} />
        </dl>
      )}
      {data && day?.(data.store)}
      {data && data.surpluses.length > 0 && (
        <section aria-labelledby="surpluses" className="card mb-6 p-4">
          <h2 id="surpluses" className="font-semibold">
            Counted more than expected
          </h2>
          <p className="text-sm text-muted">Not in the books until the superadmin decides</p>
          <ul className="divide-y divide-line">
            {data.surpluses.map((surplus) => (
              <li key={surplus._id} className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2">
                <p className="min-w-0 flex-1 wrap-anywhere">
                  {surplus.rider}
                  <span className="block text-sm text-muted">
                    {formatDateTime(new Date(surplus.at))}, {surplus.by}
                  </span>
                </p>
                <b className="numbers">{rupees(surplus.amount)}</b>
                {surplusActions?.(surplus)}
              </li>
            ))}
          </ul>
        </section>
      )}
      {error && !data ? (
        <ErrorState message={messageOf(error)} onRetry={() => void query.refetch()} />
      ) : (
        <div id="riders">
          <DataTable
            name="Cash of riders"
            rows={data?.riders}
            columns={columns}
            rowId={({ _id }) => _id}
            query={query}
            about="Riders and the cash they have. It appears here with their first delivery."
          />
        </div>
      )}
      {shown && (
        <Entries
          key={shown.row._id}
          rider={shown.row}
          open={shown.open}
          onOpenChange={(open) => setShown({ ...shown, open })}
        />
      )}
    </>
  )
}

const Total = ({ name, value }: { name: string; value: number }) => (
  <div className="card min-w-0 p-3 sm:p-4">
    <dt className="text-sm text-muted">{name}</dt>
    <dd className="numbers text-xl font-semibold wrap-anywhere">{rupees(value)}</dd>
  </div>
)
