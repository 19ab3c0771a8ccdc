import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { clockTime } from '#/lib/format.ts'
import { Button } from '#/ui/button.tsx'

type Refreshed = { isError: boolean; dataUpdatedAt: number }
type Refreshable = { refetch: () => Promise<Refreshed> }

/** Two queries behind one Refresh button. It fails if either query fails, and shows the older time. */
export const combineQueries = (one: Refreshable, other: Refreshable): Refreshable => ({
  refetch: async () => {
    const [a, b] = await Promise.all([one.refetch(), other.refetch()])
    return {
      isError: a.isError || b.isError,
      dataUpdatedAt: Math.min(a.dataUpdatedAt, b.dataUpdatedAt),
    }
  },
})

type Props = { query: Refreshable; size?: 'medium' | 'small' }

/** Refetches the screen's data and shows the time: 'Updated 10:42 am'. Automatic refetches are not announced. */
export function RefreshButton({ query, size = 'medium' }: Props) {
  const [announcement, setAnnouncement] = useState('')
  const [isTurning, setTurning] = useState(false)
  const refresh = async () => {
    setTurning(true)
    setAnnouncement('')
    const { isError, dataUpdatedAt } = await query.refetch()
    setTurning(false)
    if (!isError) setAnnouncement(`Updated ${clockTime(dataUpdatedAt)}`)
  }
  return (
    <>
      <span role="status" className="numbers text-xs text-muted max-sm:sr-only">
        {announcement}
      </span>
      <Button variant="outline" size={size} aria-busy={isTurning || undefined} onClick={() => void refresh()}>
        <RefreshCw aria-hidden className={isTurning ? 'animate-spin' : ''} />
        <span className="max-md:sr-only">Refresh</span>
      </Button>
    </>
  )
}
