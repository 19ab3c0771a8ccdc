import { useEffect, useState } from 'react'

/** `text`, once it has not changed for `ms` milliseconds. */
export function useDebounced(text: string, ms = 200) {
  const [debounced, setDebounced] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), ms)
    return () => clearTimeout(timer)
  }, [text, ms])
  return debounced
}
