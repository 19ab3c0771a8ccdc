import { staff } from '@kirana/contract/staff'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '#/lib/api.ts'
import { startBell } from '#/lib/bell.ts'
import { confirmedOrders } from '#/lib/confirmed.ts'
import { rupees } from '#/lib/format.ts'
import { reloader, touched } from '#/lib/live-lists.ts'
import { onHappening, startLive, useLiveOrders, type OrderEvent } from '#/lib/live.ts'
import { keepOnly, noteHappening, shareWaiting } from '#/lib/waiting.ts'
import { WaitingStrip } from './waiting-strip.tsx'

/** A 401 marks the person as signed out, which leads away from here; anything else is the network's trouble. */
const askWhetherSignedIn = () => void call(staff.get, {}).catch(() => {})

/** While staff are signed in: the tab's stream, what follows from it in every list, the bell, what is said aloud. */
export function LiveHost() {
  const client = useQueryClient()
  useEffect(() => {
    const reload = reloader(client)
    const recall = async () => {
      const { data, isWhole } = await client.fetchQuery({ ...confirmedOrders, staleTime: 0 })
      if (isWhole) keepOnly(data.map(({ _id }) => _id))
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

function NewOrderSaid() {
  const [fresh, setFresh] = useState<readonly OrderEvent['row'][]>([])
  const [said, setSaid] = useState('')
  useLiveOrders(({ type, row }) => {
    if (type === 'order.created') setFresh((rows) => [...rows, row])
  })
  useEffect(() => {
    const [only] = fresh
    if (!only) return
    const timer = setTimeout(() => {
      setSaid(
        fresh.length === 1
          ? `New order ${only.order_id}, ${rupees(only.totalPrice)}`
          : `${fresh.length} new orders`,
      )
      setFresh([])
    }, MOMENT_MS)
    return () => clearTimeout(timer)
  }, [fresh])
  return (
    <p role="status" className="sr-only">
      {said}
    </p>
  )
}
