import { useIsFetching, useIsMutating } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'

/** A bar at the top while a screen or call is loading. The stylesheet delays it by 150 ms. */
export function ProgressBar() {
  const isMoving = useRouterState({ select: (state) => state.isLoading })
  const calls = useIsFetching() + useIsMutating()
  if (!isMoving && calls === 0) return null
  return (
    <div aria-hidden data-chrome className="progress">
      <div />
    </div>
  )
}
