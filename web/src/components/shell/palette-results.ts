import { products } from '@kirana/contract/products'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '#/lib/api.ts'
import { useDebounced } from '#/lib/debounced.ts'
import type { Screen, ScreenGroup } from './screens.ts'

type PaletteResult = Screen & { heading: string }

/** Minimum length of a search: fewer digits or letters match too many orders or products. */
const MIN_LENGTH = 3
const MAX_PRODUCTS = 5

/** The area's screen at this address, whose icon its results use. */
const screenAt = (groups: readonly ScreenGroup[], address: string) =>
  groups.flatMap(({ screens }) => screens).find(({ to }) => to === address)

function matchingScreens(text: string, groups: readonly ScreenGroup[]): PaletteResult[] {
  const wanted = text.toLowerCase()
  return groups
    .flatMap(({ heading, screens }) => screens.map((screen) => ({ ...screen, heading })))
    .filter(({ name, heading }) => `${name} ${heading}`.toLowerCase().includes(wanted))
}

/** A link to the order history searched for `text`, where the area has that screen. */
function orderSearch(text: string, groups: readonly ScreenGroup[]): PaletteResult[] {
  const history = screenAt(groups, '/admin/orders')
  if (!history || text.replace(/\D/g, '').length < MIN_LENGTH) return []
  const to = `${history.to}?search=${encodeURIComponent(text)}`
  return [{ ...history, name: `Orders with ${text}`, to, heading: 'orders' }]
}

async function loadProducts(search: string, signal: AbortSignal) {
  const sent = { params: { page: 1 }, query: { search } }
  return (await call(products.list, sent, { signal })).data
}

/** Results for `text`: screens, an order search, and products by title where the area has them. */
export function usePaletteResults(text: string, groups: readonly ScreenGroup[]) {
  const debounced = useDebounced(text)
  const icon = screenAt(groups, '/admin/products')?.icon
  const searchesProducts = icon !== undefined && text.length >= MIN_LENGTH
  const { data, isFetching } = useQuery({
    queryKey: ['palette', debounced],
    queryFn: ({ signal }) => loadProducts(debounced, signal),
    enabled: searchesProducts && debounced.length >= MIN_LENGTH,
    placeholderData: keepPreviousData,
  })
  // While the next response loads, show the previous products that still match.
  const isMatch = ({ title }: { title: string }) => title.toLowerCase().includes(text.toLowerCase())
  const matching = data?.data.filter(isMatch).slice(0, MAX_PRODUCTS) ?? []
  const results: PaletteResult[] = [
    ...matchingScreens(text, groups),
    ...orderSearch(text, groups),
    ...(searchesProducts
      ? matching.map(({ _id, title }) => ({
          name: title,
          to: `/admin/product/edit/${_id}`,
          icon,
          heading: 'products',
        }))
      : []),
  ]
  return { results, isSearching: searchesProducts && (isFetching || debounced !== text) }
}
