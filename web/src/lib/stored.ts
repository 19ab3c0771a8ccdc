import { useState } from 'react'

/** A preference of this browser. Private windows may forbid storage: it is then kept for the visit only. */
export function useStored<T>(name: string, initial: T, isValid: (value: unknown) => value is T) {
  const [value, setValue] = useState<T>(() => {
    try {
      const kept: unknown = JSON.parse(localStorage.getItem(`kirana-${name}`) ?? 'null')
      return isValid(kept) ? kept : initial
    } catch {
      return initial
    }
  })
  const keep = (next: T) => {
    setValue(next)
    try {
      localStorage.setItem(`kirana-${name}`, JSON.stringify(next))
    } catch {
      // Kept in memory, see above.
    }
  }
  return [value, keep] as const
}
