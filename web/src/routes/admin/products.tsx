import { products, type ProductRow } from '@kirana/contract/products'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createFileRoute, Link, stripSearchParams } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { asOneOf, asPage, asText } from '#/lib/address.ts'
import { read, useWrite } from '#/lib/api.ts'
import { useAllowed } from '#/lib/session/allowed.ts'
import { Deletion } from '#/components/tables/editable-table.tsx'
import { PageHeader } from '#/components/shell/page-header.tsx'
import { RefreshButton } from '#/components/tables/refresh-button.tsx'
import { SearchedTable } from '#/components/tables/searched-table.tsx'
import { Button, buttonVariants } from '#/ui/button.tsx'
import { RadioGroup } from '#/ui/choice-group.tsx'
import { ProductBulk } from './-products/bulk.tsx'
import { productColumns } from './-products/columns.tsx'
import { ProductFiles } from './-product-files/files.tsx'

const statuses = ['', 'active', 'inactive', 'unfinished'] as const
const sorts = ['', 'title', '-title', 'price', '-price'] as const

export const Route = createFileRoute('/admin/products')({
  validateSearch: (address: Record<string, unknown>) => ({
    page: asPage(address.page),
    status: asOneOf(statuses, address.status),
    search: asText(address.search),
    sort: asOneOf(sorts, address.sort),
  }),
  search: { middlewares: [stripSearchParams({ page: 1, status: '', search: '', sort: '' })] },
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
  const { page, status, search, sort } = Route.useSearch()
  const navigate = Route.useNavigate()
  const query = useQuery({
    ...read(products.list, { params: { page }, query: { status, search, sort } }),
    placeholderData: keepPreviousData,
  })
  const remove = useWrite(products.remove, { reload: [products.list] })
  const isEditable = useAllowed(products.edit)
  const [chosen, setChosen] = useState<readonly string[]>([])
  const filter = (next: string) =>
    void navigate({ search: (now) => ({ ...now, page: 1, status: asOneOf(statuses, next) }) })
  return (
    <>
      <PageHeader title="Products">
        <RefreshButton query={query} />
        <ProductFiles search={search} status={status} />
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
                <RadioGroup
                  legend="Enable/Disable"
                  hideLegend
                  name="status"
                  value={status}
                  onChange={filter}
                  choices={choices}
                  className="max-sm:order-last max-sm:w-full sm:ml-3"
                />
                {isEditable && (
                  <ProductBulk rows={query.data?.data ?? []} chosen={chosen} onChosen={setChosen} />
                )}
              </>
            }
            empty={
              status && (
                <Button variant="outline" onClick={() => filter('')}>
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
