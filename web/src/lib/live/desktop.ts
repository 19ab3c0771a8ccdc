import { counted, rupees } from '#/lib/format.ts'
import { isBellOn } from './bell.ts'
import { onStreamEvent } from './live.ts'

/** How long a tab waits for a reply from a tab that has the focus. */
const ANSWER_MS = 300
/** How long the tab that shows a notification holds the lock, so that other tabs do not show it again. */
const ONCE_MS = 2000

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

type Shown = { id: string; title: string; body: string; path: string }

function show({ id, title, body, path }: Shown) {
  try {
    const notification = new Notification(title, { body, tag: id, icon: '/icon-192.png' })
    notification.onclick = () => {
      window.focus()
      notification.close()
      location.assign(path)
    }
  } catch {
    // Phone browsers only show notifications of a service worker.
  }
}

/**
 * Shows a system notification for a new order, if allowed: once for all tabs, and not while one of them has the focus.
 * Returns a cleanup function.
 */
export function startNotifications() {
  if (!('Notification' in window) || !('locks' in navigator)) return () => {}
  const looking = new Set<string>()
  const channel = new BroadcastChannel('kirana-looking')
  channel.onmessage = ({ data }: MessageEvent<string>) => looking.add(data)
  async function offer(shown: Shown) {
    // A BroadcastChannel reaches its own origin only.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    if (document.hasFocus()) return channel.postMessage(shown.id)
    if (Notification.permission !== 'granted' || !isBellOn()) return
    await wait(ANSWER_MS)
    if (looking.delete(shown.id)) return
    await navigator.locks.request(`kirana-notification-${shown.id}`, { ifAvailable: true }, async (lock) => {
      if (!lock) return
      show(shown)
      await wait(ONCE_MS)
    })
  }
  const stop = onStreamEvent((event) => {
    if (event.type === 'order.created') {
      const { _id: id, order_id: orderId, totalPrice, products } = event.row
      void offer({
        id,
        title: `New order ${orderId}`,
        body: `${rupees(totalPrice)} · ${counted(products.length, 'item')}`,
        path: '/admin/orders/new?view=board',
      })
    } else if (event.type === 'manual-order.created') {
      const { _id: id, username, phone } = event.row
      void offer({
        id,
        title: 'New photo order',
        body: username || phone,
        path: `/admin/manual/orders/new?open=${id}`,
      })
    }
  })
  return () => {
    stop()
    channel.close()
  }
}
