import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { clockTime } from '#/lib/format.ts'
import { Button } from '#/ui/button.tsx'

type Props = {
  query: { refetch: () => Promise<unknown>; isFetching: boolean; dataUpdatedAt: number }
  size?: 'medium' | 'small'
}

/** Loads the screen's data again and says when that was: 'Updated 10:42 am'. */
export function RefreshButton({ query, size = 'medium' }: Props) {
  const [isPressed, setPressed] = useState(false)
  const turns = isPressed && query.isFetching
  return (
    <>
      <span role="status" className="numbers text-xs text-muted max-sm:sr-only">
        {isPressed &&
          !query.isFetching &&
          query.dataUpdatedAt > 0 &&
          `Updated ${clockTime(query.dataUpdatedAt)}`}
      </span>
      <Button
        look="outline"
        size={size}
        aria-busy={turns || undefined}
        onClick={() => {
          setPressed(true)
          void query.refetch()
        }}
      >
        <RefreshCw aria-hidden className={turns ? 'animate-spin' : ''} />
        Refresh
      </Button>
    </>
  )
}
