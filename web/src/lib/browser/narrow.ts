import { useSyncExternalStore } from 'react'

/** Narrower than Tailwind's `md`: lists are cards. */
const query = matchMedia('(max-width: 767.98px)')

const subscribe = (onChange: () => void) => {
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}

/** Whether the window is a phone's, for what CSS alone cannot tell apart. */
export const useNarrow = () => useSyncExternalStore(subscribe, () => query.matches)
