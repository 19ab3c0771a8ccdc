import { pick as calls } from '@kirana/contract/pick'
import { PICK_SIGN_MS } from '@kirana/domain/pick'
import { useEffect } from 'react'
import { call } from '#/lib/api.ts'

/** Renews the claim every minute while the user is picking the order, and reports when the screen is closed. */
export function useSigns(orderId: string, isMine: boolean) {
  useEffect(() => {
    if (!isMine) return
    // Failures are ignored, because the next call renews the claim.
    const sign = (isClosing: boolean) =>
      void call(calls.sign, { body: { orderId, isClosing } }, { isLast: isClosing }).catch(() => {})
    const timer = setInterval(() => sign(false), PICK_SIGN_MS)
    const close = () => sign(true)
    const reopen = ({ persisted }: PageTransitionEvent) => persisted && sign(false)
    addEventListener('pagehide', close)
    addEventListener('pageshow', reopen)
    return () => {
      clearInterval(timer)
      removeEventListener('pagehide', close)
      removeEventListener('pageshow', reopen)
      close()
    }
  }, [orderId, isMine])
}
