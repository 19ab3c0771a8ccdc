import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { afterPaint } from '#/lib/browser/after-paint.ts'

/** Maximum wait, for screens whose calls fail or hang. */
const LONGEST_MS = 10_000

/**
 * False until the first screen has rendered the responses of its calls. Less important code and data load after that.
 */
export function useAfterScreen() {
  const client = useQueryClient()
  const router = useRouter()
  const [isAfter, setAfter] = useState(false)
  useEffect(() => {
    if (isAfter) return
    const end = () => setAfter(true)
    // While the router is loading, the screen is not rendered and none of its calls has started.
    const look = () =>
      router.state.status === 'idle' &&
      client.isFetching() === 0 &&
      // Waits for two paints, because the first may come before React has rendered the response.
      afterPaint(() => afterPaint(end))
    const lookNext = () => void (first = setTimeout(look))
    let first = setTimeout(look)
    const stopRendered = router.subscribe('onRendered', lookNext)
    const last = setTimeout(end, LONGEST_MS)
    const stop = client.getQueryCache().subscribe(look)
    return () => {
      clearTimeout(first)
      clearTimeout(last)
      stop()
      stopRendered()
    }
  }, [client, router, isAfter])
  return isAfter
}
