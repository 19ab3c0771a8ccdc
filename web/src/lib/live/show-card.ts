const WAIT_MS = 5000

/** Scrolls to the card of an order and focuses its link, as soon as the board shows it. */
export function showCard(orderId: string) {
  const until = Date.now() + WAIT_MS
  const look = () => {
    const link = document.querySelector<HTMLElement>(`main li a[href$="/admin/order/get/${orderId}"]`)
    if (link) {
      link.closest('li')?.scrollIntoView({ block: 'center' })
      link.focus({ preventScroll: true })
    } else if (Date.now() < until) setTimeout(look, 100)
  }
  look()
}
