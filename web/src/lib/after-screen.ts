import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

/** A screen whose calls fail or hang holds nothing up for longer. */
const LONGEST_MS = 10_000

/** False until the calls of the first screen are answered and drawn: what can wait loads after them. */
export function useAfterScreen() {
  const client = useQueryClient()
  const [isAfter, setAfter] = useState(false)
  useEffect(() => {
    if (isAfter) return
    const end = () => setAfter(true)
    // The screen's own calls start in the same turn as this effect.
    const look = () => client.isFetching() === 0 && requestAnimationFrame(() => requestAnimationFrame(end))
    const first = setTimeout(look)
    const last = setTimeout(end, LONGEST_MS)
    const stop = client.getQueryCache().subscribe(look)
    return () => {
      clearTimeout(first)
      clearTimeout(last)
      stop()
    }
  }, [client, isAfter])
  return isAfter
}
