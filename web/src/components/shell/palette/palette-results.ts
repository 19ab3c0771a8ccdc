import { orders } from '@kirana/contract/orders'
import { products } from '@kirana/contract/products'
import { users } from '@kirana/contract/users'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call, read } from '#/lib/api.ts'
import { formatPhone } from '#/lib/format.ts'
import { useDebounced } from '#/lib/browser/debounced.ts'
import { useOpensScreen } from '#/lib/session/allowed.ts'
import { screenAt } from '#/components/shell/menu/screen-at.ts'
import type { Screen, ScreenGroup } from '#/components/shell/menu/screens.ts'

export type PaletteResult = Pick<Screen, 'name' | 'icon'> & { heading: string; to: string }

/** Minimum length of a search: fewer digits or letters match too many orders or products. */
const MIN_LENGTH = 3
const MAX_PRODUCTS = 5
const MAX_ORDERS = 3

function matchingScreens(text: string, groups: readonly ScreenGroup[]): PaletteResult[] {
  const wanted = text.toLowerCase()
  return groups
    .flatMap(({ heading, screens }) => screens.map((screen) => ({ ...screen, heading })))
    .filter(({ name, heading }) => `${name} ${heading}`.toLowerCase().includes(wanted))
}

/** A link to the order history searched for `text`, if the area has that screen. */
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

/** New orders whose id or phone contains `text`. */
function useOrders(text: string, groups: readonly ScreenGroup[]): PaletteResult[] {
  const icon = screenAt(groups, '/admin/orders')?.icon
  const { data } = useQuery({
    ...read(orders.list, { params: { page: 1 }, query: { keywords: 'Confirmed', search: text } }),
    enabled: icon !== undefined && text.replace(/\D/g, '').length >= MIN_LENGTH,
  })
  if (!icon || !data) return []
  return data.data.slice(0, MAX_ORDERS).map((order) => ({
    name: [order.order_id, order.user.fullName].filter(Boolean).join(' · '),
    to: `/admin/order/get/${order._id}`,
    icon,
    heading: 'orders',
  }))
}

/** Customers whose name or phone contains `text`. */
function useCustomers(text: string, groups: readonly ScreenGroup[]): PaletteResult[] {
  const icon = screenAt(groups, '/admin/users')?.icon
  const { data } = useQuery({
    ...read(users.find, { query: { search: text } }),
    enabled: icon !== undefined && text.length >= MIN_LENGTH,
  })
  if (!icon || !data) return []
  return data.map(({ _id, fullName, phone }) => ({
    name: [fullName, formatPhone(phone)].filter(Boolean).join(' · '),
    to: `/admin/users/${_id}`,
    icon,
    heading: 'customers',
  }))
}

/** Results for `text`: screens and, if the area has them, customers, orders and products. */
export function usePaletteResults(text: string, groups: readonly ScreenGroup[]) {
  const debounced = useDebounced(text)
  // Products open in their edit form, so only staff who may change them get these results.
  const opens = useOpensScreen()
  const icon = opens('/admin/product/edit/') ? screenAt(groups, '/admin/products')?.icon : undefined
  const searchesProducts = icon !== undefined && text.length >= MIN_LENGTH
  const { data, isFetching } = useQuery({
    queryKey: ['palette', debounced],
    queryFn: ({ signal }) => loadProducts(debounced, signal),
    enabled: searchesProducts && debounced.length >= MIN_LENGTH,
    placeholderData: keepPreviousData,
  })
  const customers = useCustomers(debounced, groups)
  const newOrders = useOrders(debounced, groups)
  const isCurrent = debounced === text
  // While the next response loads, show the previous products that still match.
  const isMatch = ({ title }: { title: string }) => title.toLowerCase().includes(text.toLowerCase())
  const matching = data?.data.filter(isMatch).slice(0, MAX_PRODUCTS) ?? []
  const results: PaletteResult[] = [
    ...matchingScreens(text, groups),
    ...(isCurrent ? customers : []),
    ...(isCurrent ? newOrders : []),
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
