import type { Bag, DispatchRider } from '@kirana/contract/dispatch'
import { useState } from 'react'
import { useScanner } from '#/lib/browser/scanner.ts'
import { counted } from '#/lib/format.ts'
import { riderOfCard } from '#/lib/rider-card.ts'

type Desk = {
  bags: readonly Bag[]
  riders: readonly DispatchRider[]
  chosen: ReadonlySet<string>
  onChoose: (bagId: string) => void
  onAssign: (riderId: string) => void
}

/**
 * Handles scans of bags and riders' cards, by scanner or camera. A bag is selected; a rider's card assigns the selected
 * bags. Returns the message about the last scan, which `clear` removes, and the handler for the camera.
 */
export function useBagScans({ bags, riders, chosen, onChoose, onAssign }: Desk) {
  const [message, setMessage] = useState('')
  const messageOf = (code: string): string => {
    const riderId = riderOfCard(code)
    if (riderId !== null) {
      const rider = riders.find(({ _id }) => _id === riderId)
      if (!rider) return 'This rider is disabled, or no longer here'
      if (chosen.size === 0) return `Scan the bags for ${rider.name} first`
      onAssign(riderId)
      return `${counted(chosen.size, 'bag')} for ${rider.name}`
    }
    const bag = bags.find(({ order_id }) => order_id.toLowerCase() === code.toLowerCase())
    if (!bag) return `No bag ${code}`
    if (bag.rider) return `${bag.rider.name} has ${bag.order_id}`
    const added = chosen.has(bag._id) ? 0 : 1
    if (added > 0) onChoose(bag._id)
    return `${bag.order_id}: ${counted(chosen.size + added, 'bag')} chosen`
  }
  const scan = (code: string) => {
    const result = messageOf(code)
    setMessage(result)
    return result
  }
  useScanner(scan)
  return { message, scan, clear: () => setMessage('') }
}
