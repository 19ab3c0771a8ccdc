import { useEffect, useEffectEvent, useState } from 'react'

/**
 * State in localStorage under `kirana-<name>`, shared by all tabs. If storage is blocked, it lasts until the tab is
 * closed.
 */
export function useStored<T>(name: string, initial: T, isValid: (value: unknown) => value is T) {
  const read = () => {
    try {
      const kept: unknown = JSON.parse(localStorage.getItem(`kirana-${name}`) ?? 'null')
      return isValid(kept) ? kept : initial
    } catch {
      return initial
    }
  }
  const [value, setValue] = useState<T>(read)
  const onOther = useEffectEvent(({ key }: StorageEvent) => {
    if (key === `kirana-${name}`) setValue(read())
  })
  useEffect(() => {
    const listen = (event: StorageEvent) => onOther(event)
    addEventListener('storage', listen)
    return () => removeEventListener('storage', listen)
  }, [])
  const keep = (next: T) => {
    setValue(next)
    try {
      if (next === initial) localStorage.removeItem(`kirana-${name}`)
      else localStorage.setItem(`kirana-${name}`, JSON.stringify(next))
    } catch {
      // Storage is blocked.
    }
  }
  return [value, keep] as const
}
