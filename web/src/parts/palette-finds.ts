import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '#/lib/api.ts'
import type { Screen, ScreenGroup } from './screens.ts'

type Find = Screen & { heading: string }

/** Fewer digits than this would find half the history, fewer letters half the shelves. */
const LEAST = 3
const MOST_PRODUCTS = 5
/** Typing goes on within this many milliseconds. */
const PAUSE_MS = 200

/** A screen of the area; what is found in it has its icon. */
const screenAt = (groups: readonly ScreenGroup[], address: string) =>
  groups.flatMap(({ screens }) => screens).find(({ to }) => to === address)

function screensWith(text: string, groups: readonly ScreenGroup[]): Find[] {
  const wanted = text.toLowerCase()
  return groups
    .flatMap(({ heading, screens }) => screens.map((screen) => ({ ...screen, heading })))
    .filter(({ name, heading }) => `${name} ${heading}`.toLowerCase().includes(wanted))
}

/** Orders by a part of their id or of a phone, where the area has a history to search. */
function ordersWith(text: string, groups: readonly ScreenGroup[]): Find[] {
  const history = screenAt(groups, '/admin/orders')
  if (!history || text.replace(/\D/g, '').length < LEAST) return []
  const to = `${history.to}?search=${encodeURIComponent(text)}`
  return [{ ...history, name: `Orders with ${text}`, to, heading: 'orders' }]
}

/** What it takes to ask for products comes with the first search: the palette opens without it. */
async function productsWith(search: string, signal: AbortSignal) {
  const { products } = await import('@kirana/contract/products')
  const sent = { params: { page: 1 }, query: { search } }
  return (await call(products.list, sent, { signal })).data
}

/** `text` once nobody has typed for a moment. */
function useSettled(text: string) {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

/** What a text leads to: screens, orders, and products by a part of their title, where the area has such. */
export function useFinds(text: string, groups: readonly ScreenGroup[]) {
  const settled = useSettled(text)
  const icon = screenAt(groups, '/admin/products')?.icon
  const isWanted = icon !== undefined && text.length >= LEAST
  const { data, isFetching } = useQuery({
    queryKey: ['palette', settled],
    queryFn: ({ signal }) => productsWith(settled, signal),
    enabled: isWanted && settled.length >= LEAST,
    placeholderData: keepPreviousData,
  })
  // Until the answer comes, those of the text before that still fit.
  const fits = ({ title }: { title: string }) => title.toLowerCase().includes(text.toLowerCase())
  const found = data?.data.filter(fits).slice(0, MOST_PRODUCTS) ?? []
  const finds: Find[] = [
    ...screensWith(text, groups),
    ...ordersWith(text, groups),
    ...(isWanted
      ? found.map(({ _id, title }) => ({
          name: title,
          to: `/admin/product/edit/${_id}`,
          icon,
          heading: 'products',
        }))
      : []),
  ]
  return { finds, isSearching: isWanted && (isFetching || settled !== text) }
}
