import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { clockTime } from '#/lib/format.ts'
import { Button } from '#/ui/button.tsx'

type Refreshed = { isError: boolean; dataUpdatedAt: number }
type Refreshable = { refetch: () => Promise<Refreshed> }

/** Two reads behind one Refresh: as old as the older of them, and failed when one has. */
export const together = (one: Refreshable, other: Refreshable): Refreshable => ({
  refetch: async () => {
    const [a, b] = await Promise.all([one.refetch(), other.refetch()])
    return {
      isError: a.isError || b.isError,
      dataUpdatedAt: Math.min(a.dataUpdatedAt, b.dataUpdatedAt),
    }
  },
})

type Props = { query: Refreshable; size?: 'medium' | 'small' }

/** Loads the screen's data again and says when that was: 'Updated 10:42'. What loads by itself is not announced. */
export function RefreshButton({ query, size = 'medium' }: Props) {
  const [told, setTold] = useState('')
  const [isTurning, setTurning] = useState(false)
  const refresh = async () => {
    setTurning(true)
    setTold('')
    const { isError, dataUpdatedAt } = await query.refetch()
    setTurning(false)
    if (!isError) setTold(`Updated ${clockTime(dataUpdatedAt)}`)
  }
  return (
    <>
      <span role="status" className="numbers text-xs text-muted max-sm:sr-only">
        {told}
      </span>
      <Button look="outline" size={size} aria-busy={isTurning || undefined} onClick={() => void refresh()}>
        <RefreshCw aria-hidden className={isTurning ? 'animate-spin' : ''} />
        Refresh
      </Button>
    </>
  )
}
