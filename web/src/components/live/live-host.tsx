import { manualOrders } from '@kirana/contract/manual-orders'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { read } from '#/lib/api.ts'
import { startBell } from '#/lib/live/bell.ts'
import { startNotifications } from '#/lib/live/desktop.ts'
import { startLateRing } from '#/lib/live/late.ts'
import { confirmedOrders } from '#/lib/live/stage-orders.ts'
import { rupees } from '#/lib/format.ts'
import { applyStreamEvent, createRefetcher } from '#/lib/live/lists.ts'
import { checkListener, startLive } from '#/lib/live/connection.ts'
import { onStreamEvent, useStreamEvents, type StreamEvent } from '#/lib/live/live.ts'
import { retainOnly, trackStreamEvent, shareWaiting } from '#/lib/live/waiting.ts'
import { useSession } from '#/lib/session/profiles.ts'
import { useAllowed } from '#/lib/session/allowed.ts'
import { WaitingStrip } from './waiting-strip.tsx'

const waitingPhotos = read(manualOrders.list, { params: { page: 1 }, query: { status: 'Waiting' } })
const idsOf = (rows: readonly { _id: string }[]) => rows.map(({ _id }) => _id)

/** Runs while staff are signed in: the event stream, cache updates, the chime, screen-reader announcements. */
export function LiveHost() {
  const client = useQueryClient()
  const personId = useSession('staff')?._id
  const readsOrders = useAllowed({ can: 'orders.read' })
  useEffect(() => {
    if (personId === undefined) return
    const reload = createRefetcher(client)
    const refreshWaiting = async () => {
      if (!readsOrders) return
      const [confirmed, photos] = await Promise.all([
        client.fetchQuery({ ...confirmedOrders, staleTime: 0 }),
        client.fetchQuery({ ...waitingPhotos, staleTime: 0 }),
      ])
      if (confirmed.isWhole) retainOnly('orders', idsOf(confirmed.data))
      if (photos.totalPages <= 1) retainOnly('photos', idsOf(photos.data))
    }
    const stopListening = onStreamEvent((event) => {
      trackStreamEvent(event)
      reload(applyStreamEvent(client, event))
      if (event.type === 'reset') void refreshWaiting().catch(() => {})
      // Reload the profile, because it contains settings of the store.
      if (event.type === 'opening.changed' || event.type === 'reset') void checkListener('staff')
    })
    const stopSharing = shareWaiting(personId)
    const stopBell = startBell()
    const stopLateRing = readsOrders ? startLateRing(client) : () => {}
    const stopNotifications = startNotifications()
    const stopLive = startLive({ role: 'staff', id: personId })
    return () => {
      stopLive()
      stopNotifications()
      stopLateRing()
      stopBell()
      stopSharing()
      stopListening()
    }
  }, [client, personId, readsOrders])
  return (
    <>
      <NewOrderAnnouncer />
      <WaitingStrip />
    </>
  )
}

/** The event stream and cache updates for the superadmin, whose events are new requests for approval. */
export function SuperadminLive() {
  const client = useQueryClient()
  const id = useSession('superadmin')?._id
  useEffect(() => {
    if (id === undefined) return
    const reload = createRefetcher(client)
    const stopListening = onStreamEvent((event) => reload(applyStreamEvent(client, event)))
    const stopLive = startLive({ role: 'superadmin', id })
    return () => {
      stopLive()
      stopListening()
    }
  }, [client, id])
  return null
}

/** Orders within this window are announced together, because a queue of single announcements could last minutes. */
const BATCH_MS = 400
const ANNOUNCEMENT_MS = 5000

function announcementOf(event: StreamEvent) {
  if (event.type === 'order.created')
    return `New order ${event.row.order_id}, ${rupees(event.row.totalPrice)}`
  if (event.type === 'manual-order.created')
    return `New photo order from ${event.row.username || event.row.phone}`
  return null
}

function NewOrderAnnouncer() {
  const [pending, setPending] = useState<readonly string[]>([])
  const [announcement, setAnnouncement] = useState('')
  useStreamEvents((event) => {
    const text = announcementOf(event)
    if (text) setPending((all) => [...all, text])
  })
  useEffect(() => {
    const [first] = pending
    if (!first) return
    const timer = setTimeout(() => {
      setAnnouncement(pending.length === 1 ? first : `${pending.length} new orders`)
      setPending([])
    }, BATCH_MS)
    return () => clearTimeout(timer)
  }, [pending])
  useEffect(() => {
    // A live region announces changes only: clear it so that the same text can be announced again.
    const timer = setTimeout(() => setAnnouncement(''), ANNOUNCEMENT_MS)
    return () => clearTimeout(timer)
  }, [announcement])
  return (
    <p role="status" className="sr-only">
      {announcement}
    </p>
  )
}
