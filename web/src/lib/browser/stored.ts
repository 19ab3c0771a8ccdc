import { useState } from 'react'

/** State kept in localStorage under `kirana-<name>`. Where storage is blocked it lasts for the visit. */
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
      // Storage is blocked.
    }
  }
  return [value, keep] as const
}
