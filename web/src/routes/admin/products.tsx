import { products, type ProductRow } from '@kirana/contract/products'
import type { StockFilter } from '@kirana/contract/stock'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { Ellipsis, ListFilter, Plus } from 'lucide-react'
import { useState } from 'react'
import { asOneOf, asPage, asText } from '#/lib/address.ts'
import { read, useWrite } from '#/lib/api.ts'
import { useAllowed } from '#/lib/session/allowed.ts'
import { lazyComponent } from '#/components/feedback/lazy-component.tsx'
import { Deletion } from '#/components/tables/editable-table.tsx'
import { PageHeader } from '#/components/shell/page-header.tsx'
import { PhoneFold } from '#/components/tables/phone-fold.tsx'
import { RefreshButton } from '#/components/tables/refresh-button.tsx'
import { SearchedTable } from '#/components/tables/searched-table.tsx'
import { Button, buttonVariants } from '#/ui/button.tsx'
import { RadioGroup } from '#/ui/choice-group.tsx'
import { ProductBulk } from './-products/bulk.tsx'
import { noFilter } from './-products/no-filter.ts'
import { productColumns } from './-products/columns.tsx'
import { ProductFiles } from './-product-files/files.tsx'

const statuses = ['', 'active', 'inactive', 'unfinished'] as const
const taxes = ['', 'missing'] as const
// Not imported from the contract, because the code for search parameters is part of the entry chunk.
const stocks = ['', 'low', 'out', 'expiring', 'untracked'] as const satisfies readonly ('' | StockFilter)[]
const sorts = ['', 'title', '-title', 'price', '-price'] as const

const MoreFilters = lazyComponent(async () => (await import('./-products/filters.tsx')).MoreFilters)

export const Route = createFileRoute('/admin/products')({
  validateSearch: (address: Record<string, unknown>) => ({
    page: asPage(address.page),
    status: asOneOf(statuses, address.status),
    search: asText(address.search),
    category: asText(address.category),
    stock: asOneOf(stocks, address.stock),
    tax: asOneOf(taxes, address.tax),
    sort: asOneOf(sorts, address.sort),
  }),
  component: Products,
})

const labels: Record<(typeof statuses)[number], string> = {
  '': 'All',
  active: 'Enabled',
  inactive: 'Disabled',
  unfinished: 'No price or picture',
}
const choices = statuses.map((value) => ({ value, label: labels[value] }))

function Products() {
  const { page, sort, ...filters } = Route.useSearch()
  const { status, search } = filters
  const navigate = Route.useNavigate()
  const query = useQuery({
    ...read(products.list, { params: { page }, query: { ...filters, sort } }),
    placeholderData: keepPreviousData,
  })
  const remove = useWrite(products.remove, { reload: [products.list] })
  const isEditable = useAllowed(products.edit)
  const [chosen, setChosen] = useState<readonly string[]>([])
  const inUse = [status, filters.category, filters.stock, filters.tax].filter(Boolean).length
  const isFiltered = inUse > 0
  const filter = (next: Partial<typeof filters>) =>
    void navigate({ search: (now) => ({ ...now, ...next, page: 1 }) })
  return (
    <>
      <PageHeader title="Products">
        <RefreshButton query={query} />
        <PhoneFold label="Files" icon={Ellipsis} hideLabel>
          <ProductFiles query={filters} />
        </PhoneFold>
        {isEditable && (
          <Link to="/admin/product/add" search={{ id: '' }} className={buttonVariants()}>
            <Plus aria-hidden />
            New Product
          </Link>
        )}
      </PageHeader>
      <Deletion
        nameOf={({ title }: ProductRow) => title}
        consequence="Customers will not find it any more. Orders that contain it stay as they are. This cannot be undone."
        onDelete={({ _id }) => remove.sendAsync({ params: { productId: _id } })}
      >
        {(ask) => (
          <SearchedTable
            name="Products"
            query={query}
            columns={productColumns({
              isEditable,
              rows: query.data?.data ?? [],
              chosen,
              onChosen: setChosen,
              onDelete: ask,
            })}
            pageRef={{ page, search }}
            searchLabel="Product title"
            searchMode="text"
            onPageRef={(pageRef, replace) =>
              void navigate({ search: (now) => ({ ...now, ...pageRef }), replace })
            }
            sorting={{
              sort,
              onSort: (next) =>
                void navigate({
                  search: (now) => ({ ...now, page: 1, sort: asOneOf(sorts, next) }),
                  replace: true,
                }),
            }}
            filters={
              <>
                <PhoneFold label="Filters" icon={ListFilter} inUse={inUse}>
                  <RadioGroup
                    legend="Enable/Disable"
                    hideLegend
                    name="status"
                    value={status}
                    onChange={(next) => filter({ status: asOneOf(statuses, next) })}
                    choices={choices}
                    className="max-sm:order-last max-sm:w-full sm:ml-3"
                  />
                  <MoreFilters
                    filters={filters}
                    onFilter={filter}
                    fallback={<div className="h-15 w-full sm:w-100" />}
                  />
                </PhoneFold>
                {isEditable && (
                  <ProductBulk rows={query.data?.data ?? []} chosen={chosen} onChosen={setChosen} />
                )}
              </>
            }
            about={!isFiltered && 'What customers can buy. Products are added one by one, or from a file.'}
            empty={
              isFiltered && (
                <Button variant="outline" onClick={() => filter(noFilter)}>
                  Show all
                </Button>
              )
            }
          />
        )}
      </Deletion>
    </>
  )
}
