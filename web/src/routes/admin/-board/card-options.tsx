import type { OrderRow } from '@kirana/contract/orders'
import { EllipsisVertical } from 'lucide-react'
import { useEffect, useState } from 'react'
import { lazyComponent } from '#/components/feedback/lazy-component.tsx'
import { IconButton } from '#/ui/button.tsx'

const CardMenu = lazyComponent(async () => (await import('./card-menu.tsx')).CardMenu)

/**
 * The menu button of a card. The menu mounts when it is first opened, because two hundred menus would slow down each
 * press on the board.
 */
export function CardOptions({ order, isFull }: { order: OrderRow; isFull: boolean }) {
  const [isUsed, setUsed] = useState(false)
  // Preloads the menu, because the first press may come without a network.
  useEffect(() => CardMenu.preload(), [])
  const trigger = (
    <IconButton
      label={`More for ${order.order_id}`}
      variant={isFull ? 'outline' : 'text'}
      aria-haspopup="menu"
      onClick={() => setUsed(true)}
    >
      <EllipsisVertical aria-hidden />
    </IconButton>
  )
  return isUsed ? <CardMenu order={order} trigger={trigger} fallback={trigger} /> : trigger
}
