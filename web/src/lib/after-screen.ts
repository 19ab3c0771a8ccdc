import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { afterPaint } from '#/lib/browser/after-paint.ts'

/** A screen whose calls fail or hang holds nothing up for longer. */
const LONGEST_MS = 10_000

/** False until the calls of the first screen are answered and drawn: what can wait loads after them. */
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
      // The first paint may come before React has rendered the answer.
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
