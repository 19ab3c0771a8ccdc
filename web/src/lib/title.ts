import { useEffect } from 'react'

/** Sets the tab's title: 'New Orders · Kirana'. */
export function useTitle(title: string) {
  useEffect(() => {
    document.title = `${title} · Kirana`
  }, [title])
}
