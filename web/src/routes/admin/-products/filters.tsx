import { categories } from '@kirana/contract/categories'
import type { ProductFilter } from '@kirana/contract/products'
import { stockFilters } from '@kirana/contract/stock'
import { useQuery } from '@tanstack/react-query'
import { asOneOf } from '#/lib/address.ts'
import { read } from '#/lib/api.ts'
import { Select } from '#/ui/field.tsx'
import { choicesOf } from '../-lists/choices.ts'

type Filters = Required<Pick<ProductFilter, 'category' | 'stock' | 'tax'>>
type Props = { filters: Filters; onFilter: (next: Partial<Filters>) => void }

const stockNames = {
  low: 'Low stock',
  out: 'Out of stock',
  expiring: 'Expiring soon',
  untracked: 'Not tracked',
}
const stockChoices = stockFilters.map((value) => ({ value, label: stockNames[value] }))
const taxChoices = [{ value: 'missing', label: 'No HSN code or rate' }]

/** Filters of Products beside search and status. */
export function MoreFilters({ filters: { category, stock, tax }, onFilter }: Props) {
  const categoryList = useQuery(read(categories.list, { query: { isGetAll: 'true' } }))
  const everyCategory = categoryList.data?.map(({ _id, name }) => ({ _id, name }))
  return (
    <div className="flex flex-wrap gap-3 max-sm:w-full [&>*]:min-w-32 [&>*]:flex-1">
      <Select
        label="Category"
        placeholder="All categories"
        choices={choicesOf(everyCategory, category)}
        value={category}
        onChange={({ target }) => onFilter({ category: target.value })}
      />
      <Select
        label="Stock"
        placeholder="Any stock"
        choices={stockChoices}
        value={stock}
        onChange={({ target }) => onFilter({ stock: asOneOf(['', ...stockFilters], target.value) })}
      />
      <Select
        label="GST"
        placeholder="Any"
        choices={taxChoices}
        value={tax}
        onChange={({ target }) => onFilter({ tax: asOneOf(['', 'missing'], target.value) })}
      />
    </div>
  )
}
