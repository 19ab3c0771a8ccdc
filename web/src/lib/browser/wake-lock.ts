import { useEffect, useState } from 'react'

/** Keeps the screen awake while mounted; false if the browser does not allow it. */
export function useWakeLock() {
  const [isAwake, setAwake] = useState(false)
  useEffect(() => {
    let lock: WakeLockSentinel | null = null
    let isOver = false
    // The browser releases the lock whenever the page is hidden.
    const request = async () => {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
      const granted = await navigator.wakeLock.request('screen').catch(() => null)
      if (isOver) return void granted?.release()
      lock = granted
      setAwake(granted !== null)
      granted?.addEventListener('release', () => setAwake(false))
    }
    const onVisibilityChange = () => void request()
    void request()
    document.addEventListener('visibilitychange', onVisibilityChange)
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', onVisibilityChange)
      void lock?.release()
    }
  }, [])
  return isAwake
}
