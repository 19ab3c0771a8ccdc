import { stock, type StockFilter } from '@kirana/contract/stock'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { asOneOf, asPage, asText } from '#/lib/address.ts'
import { read } from '#/lib/api.ts'
import { useScanner } from '#/lib/browser/scanner.ts'
import { useAllowed, useOpensScreen } from '#/lib/session/allowed.ts'
import { lazyComponent } from '#/components/feedback/lazy-component.tsx'
import { PageHeader } from '#/components/shell/page-header.tsx'
import { PhoneFold } from '#/components/tables/phone-fold.tsx'
import { RefreshButton } from '#/components/tables/refresh-button.tsx'
import { SearchedTable } from '#/components/tables/searched-table.tsx'
import { Button, buttonVariants } from '#/ui/button.tsx'
import { RadioGroup } from '#/ui/choice-group.tsx'
import { ScanButton } from '#/components/scanning/scan-button.tsx'
import { StockFiles } from './-stock/files.tsx'
import { type Listed, stockColumns, type View } from './-stock/columns.tsx'

// Not imported from the contract, because its schemas would load with every screen.
const filters = ['', 'low', 'out', 'expiring', 'untracked'] as const satisfies readonly (StockFilter | '')[]

export const Route = createFileRoute('/admin/stock')({
  validateSearch: (address: Record<string, unknown>) => ({
    page: asPage(address.page),
    filter: asOneOf(filters, address.filter),
    search: asText(address.search),
  }),
  component: Stock,
})

const labels: Record<(typeof filters)[number], string> = {
  '': 'All',
  low: 'Low',
  out: 'Out of stock',
  expiring: 'Expiring in 3 days',
  untracked: 'Not tracked',
}
const choices = filters.map((value) => ({ value, label: labels[value] }))

/** The dialogs load on first use, so that the list does not wait for them. */
const views = {
  receive: lazyComponent(async () => (await import('./-stock/receive.tsx')).ReceiveStock),
  writeOff: lazyComponent(async () => (await import('./-stock/write-off.tsx')).WriteOff),
  details: lazyComponent(async () => (await import('./-stock/details.tsx')).StockDetails),
  movements: lazyComponent(async () => (await import('./-stock/movements.tsx')).StockMovements),
}

function Stock() {
  const { page, filter, search } = Route.useSearch()
  const navigate = Route.useNavigate()
  const [shown, setShown] = useState<{ row: Listed; view: View; open: boolean } | null>(null)
  const query = useQuery({
    ...read(stock.list, { params: { page }, query: { search, filter } }),
    placeholderData: keepPreviousData,
    select: ({ data, ...rest }) => ({
      ...rest,
      data: data.map((row): Listed => ({ ...row, _id: row.variantId })),
    }),
  })
  const isEditable = useAllowed(stock.edit)
  const opens = useOpensScreen()
  const find = (text: string) => void navigate({ search: { page: 1, filter: '', search: text } })
  useScanner(find)
  const pick = (next: string) =>
    void navigate({ search: (now) => ({ ...now, page: 1, filter: asOneOf(filters, next) }) })
  const row = shown && (query.data?.data.find(({ _id }) => _id === shown.row._id) ?? shown.row)
  const Shown = shown && views[shown.view]
  return (
    <>
      <PageHeader title="Stock">
        <RefreshButton query={query} />
        <ScanButton onScan={find} />
        {isEditable && (
          <Link to="/admin/stock/receipts" search={{}} className={buttonVariants({ variant: 'outline' })}>
            Receive goods
          </Link>
        )}
        <PhoneFold label="Files and labels" icon={Ellipsis} hideLabel>
          <StockFiles search={search} filter={filter} rows={query.data?.data ?? []} />
        </PhoneFold>
      </PageHeader>
      <SearchedTable
        name="Stock"
        query={query}
        columns={stockColumns({
          show: (next, view) => setShown({ row: next, view, open: true }),
          isEditable,
          hasProducts: opens('/admin/product/edit/'),
        })}
        isWide
        pageRef={{ page, search }}
        searchLabel="Title, shelf or barcode"
        searchMode="text"
        onPageRef={(pageRef, replace) =>
          void navigate({ search: (now) => ({ ...now, ...pageRef }), replace })
        }
        filters={
          <RadioGroup
            legend="Show"
            hideLegend
            name="filter"
            value={filter}
            onChange={pick}
            choices={choices}
            className="order-last w-full"
          />
        }
        about={
          filter === '' &&
          'Every variant of every product, with its pieces on hand. Add products first, then receive goods.'
        }
        empty={
          filter && (
            <Button variant="outline" onClick={() => pick('')}>
              Show everything
            </Button>
          )
        }
      />
      {Shown && row && (
        <Shown
          key={row._id}
          row={row}
          open={shown.open}
          onOpenChange={(open) => setShown({ ...shown, open })}
        />
      )}
    </>
  )
}
