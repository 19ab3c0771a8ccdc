import { stock } from '@kirana/contract/stock'
import { useQuery } from '@tanstack/react-query'
import { read } from '#/lib/api.ts'
import { counted } from '#/lib/format.ts'
import { Ask } from '#/ui/alert.tsx'

type Props = {
  variantId: string
  /** The product's title, to search for its stock level. */
  title: string
  /** The variant's name: 'Rice, 500 GM'. */
  name: string
  open: boolean
  onOpenChange: (open: boolean) => void
  onConfirm: () => void
}

/** Maximum length of a search in the stock list. */
const MAX_SEARCH = 100

/** Asks before a stock level is set to 0, and shows the current level. */
export function OutOfStockQuestion({ variantId, title, name, open, ...question }: Props) {
  const { data, isFetching, isError } = useQuery({
    ...read(stock.list, {
      params: { page: 1 },
      query: { search: title.slice(0, MAX_SEARCH).trim(), filter: '' },
    }),
    enabled: open,
    staleTime: 0,
    retry: false,
    // Without a network the query fails immediately, and the question has no number.
    networkMode: 'always',
  })
  // After a failed load the number of an earlier one may be outdated.
  const row = isError ? undefined : data?.data.find((one) => one.variantId === variantId)
  return (
    <Ask
      {...question}
      open={open}
      title={`Mark ${name} as out of stock?`}
      description={`${isFetching ? 'Reading its stock …' : figureOf(row?.onHand)} Customers cannot order it until it is received or counted.`}
      action="Out of stock"
    />
  )
}

/** `onHand`: null if the stock is not tracked, undefined if unknown. */
function figureOf(onHand: number | null | undefined) {
  if (onHand === undefined) return 'Its stock becomes 0.'
  if (onHand === null) return 'Its stock is not tracked yet and becomes 0.'
  return `Its stock goes from ${counted(onHand, 'piece')} to 0.`
}
