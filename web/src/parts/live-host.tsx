import { manualOrders } from '@kirana/contract/manual-orders'
import { staff } from '@kirana/contract/staff'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call, read } from '#/lib/api.ts'
import { startBell } from '#/lib/bell.ts'
import { confirmedOrders } from '#/lib/confirmed.ts'
import { rupees } from '#/lib/format.ts'
import { reloader, touched } from '#/lib/live-lists.ts'
import { onHappening, startLive, useHappenings, type Happening } from '#/lib/live.ts'
import { keepOnly, noteHappening, shareWaiting } from '#/lib/waiting.ts'
import { WaitingStrip } from './waiting-strip.tsx'

/** A 401 marks the person as signed out, which leads away from here; anything else is the network's trouble. */
const askWhetherSignedIn = () => void call(staff.get, {}).catch(() => {})

const waitingPhotos = read(manualOrders.list, { params: { page: 1 }, query: { status: 'Waiting' } })
const idsOf = (rows: readonly { _id: string }[]) => rows.map(({ _id }) => _id)

/** While staff are signed in: the tab's stream, what follows from it in every list, the bell, what is said aloud. */
export function LiveHost() {
  const client = useQueryClient()
  useEffect(() => {
    const reload = reloader(client)
    const recall = async () => {
      const [confirmed, photos] = await Promise.all([
        client.fetchQuery({ ...confirmedOrders, staleTime: 0 }),
        client.fetchQuery({ ...waitingPhotos, staleTime: 0 }),
      ])
      if (confirmed.isWhole) keepOnly('orders', idsOf(confirmed.data))
      if (photos.totalPages <= 1) keepOnly('photos', idsOf(photos.data))
    }
    const stopListening = onHappening((happening) => {
      noteHappening(happening)
      reload(touched(client, happening))
      if (happening.type === 'reset') void recall().catch(() => {})
    })
    const stopSharing = shareWaiting()
    const stopBell = startBell()
    const stopLive = startLive(askWhetherSignedIn)
    return () => {
      stopLive()
      stopBell()
      stopSharing()
      stopListening()
    }
  }, [client])
  return (
    <>
      <NewOrderSaid />
      <WaitingStrip />
    </>
  )
}

/** Several orders of one moment are one sentence: a queue of announcements would talk for minutes. */
const MOMENT_MS = 400
const SAID_MS = 5000

function newsOf(happening: Happening) {
  if (happening.type === 'order.created')
    return `New order ${happening.row.order_id}, ${rupees(happening.row.totalPrice)}`
  if (happening.type === 'manual-order.created')
    return `New photo order from ${happening.row.username || happening.row.phone}`
  return null
}

function NewOrderSaid() {
  const [fresh, setFresh] = useState<readonly string[]>([])
  const [said, setSaid] = useState('')
  useHappenings((happening) => {
    const news = newsOf(happening)
    if (news) setFresh((all) => [...all, news])
  })
  useEffect(() => {
    const [only] = fresh
    if (!only) return
    const timer = setTimeout(() => {
      setSaid(fresh.length === 1 ? only : `${fresh.length} new orders`)
      setFresh([])
    }, MOMENT_MS)
    return () => clearTimeout(timer)
  }, [fresh])
  useEffect(() => {
    // The same sentence would not be said a second time while it still stands there.
    const timer = setTimeout(() => setSaid(''), SAID_MS)
    return () => clearTimeout(timer)
  }, [said])
  return (
    <p role="status" className="sr-only">
      {said}
    </p>
  )
}
