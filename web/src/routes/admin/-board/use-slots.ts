import type { OrderRow } from '@kirana/contract/orders'
import { useEffect, useLayoutEffect, useRef, useState, type MouseEvent } from 'react'
import { queuedOf, refusedOf } from '#/lib/outbox/changes.ts'
import { useChanges } from '#/lib/outbox/use-outbox.ts'
import { useLateTimes } from '#/lib/session/late-times.ts'
import { useSession } from '#/lib/session/profiles.ts'
import { boardOrder } from './board-order.ts'
import { slotsAfter } from './slots.ts'

/** The board is idle after no input for this long. */
const IDLE_MS = 10_000
/** A tap on a card within this time after it moved was meant for the previous card there. */
const AIM_MS = 300
const MOVE_MS = 200

const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchmove'] as const

/** False while the user is active on the page. */
function useIsIdle() {
  const [isIdle, setIdle] = useState(true)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let last = 0
    const check = () => {
      const left = last + IDLE_MS - performance.now()
      if (left > 0) timer = setTimeout(check, left)
      else {
        timer = undefined
        setIdle(true)
      }
    }
    const note = () => {
      last = performance.now()
      if (timer !== undefined) return
      setIdle(false)
      timer = setTimeout(check, IDLE_MS)
    }
    for (const sign of signs) addEventListener(sign, note, { capture: true, passive: true })
    return () => {
      clearTimeout(timer)
      for (const sign of signs) removeEventListener(sign, note, { capture: true })
    }
  }, [])
  return isIdle
}

/** Ids of orders whose change waits or was rejected. Their cards must stay visible. */
const useStaying = () =>
  useChanges((changes) =>
    [...queuedOf(changes), ...refusedOf(changes)].map(({ orderId }) => orderId).join(' '),
  )

/**
 * The orders in their slots. They move only while the board is idle (`slotsAfter`), or by `rearrange`, which is called
 * when another page is opened.
 */
export function useSlots(rows: readonly OrderRow[]) {
  const isIdle = useIsIdle()
  const staying = useStaying()
  const times = useLateTimes()
  const me = useSession('staff')?._id
  const arrange = (some: readonly OrderRow[]) => boardOrder(some, times, me)
  const stays = (orderId: string) => staying.includes(orderId)
  const [slots, setSlots] = useState<readonly OrderRow[]>(() => arrange(rows))
  const next = slotsAfter(slots, rows, { isIdle, stays, arrange })
  if (next !== slots) setSlots(next)
  const rearrange = () => setSlots(slotsAfter(next, rows, { isIdle: true, stays, arrange }))
  return { slots: next, rearrange }
}

/** The element's position in the layout, without animations. */
const placeOf = ({ offsetLeft: left, offsetTop: top }: HTMLElement) => ({ left, top })

/** The position of a card, and the time when it moved there (`performance.now()`). */
type Place = { left: number; top: number; movedAt: number }

/**
 * Animates the children of a list (each with a `data-slot`) to their new positions, and ignores taps on a card that has
 * just moved, because they were meant for the previous card there. Returns the list's props.
 */
export function useMoves(shown: readonly OrderRow[]) {
  const list = useRef<HTMLUListElement>(null)
  const places = useRef<ReadonlyMap<string, Place>>(new Map())
  const measure = (onMoved?: (item: HTMLElement, x: number, y: number) => void) => {
    const items = [...(list.current?.querySelectorAll<HTMLElement>('[data-slot]') ?? [])].map((item) => {
      const id = item.dataset['slot'] ?? ''
      const was = places.current.get(id)
      const place = placeOf(item)
      const [x, y] = was ? [was.left - place.left, was.top - place.top] : [0, 0]
      return { item, id, was, place, x, y, hasMoved: Math.abs(x) >= 1 || Math.abs(y) >= 1 }
    })
    // A card that appears while others move may take the position of one of them.
    const areMoving = items.some(({ hasMoved }) => hasMoved)
    const now = performance.now()
    places.current = new Map(
      items.map(({ id, was, place, hasMoved }) => {
        const isNew = onMoved !== undefined && (hasMoved || (areMoving && !was))
        return [id, { ...place, movedAt: isNew ? now : (was?.movedAt ?? -AIM_MS) }]
      }),
    )
    for (const { item, x, y, hasMoved } of items) if (hasMoved) onMoved?.(item, x, y)
  }
  useLayoutEffect(() => {
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
    measure((item, x, y) => {
      for (const motion of item.getAnimations()) if (motion.id === 'move') motion.finish()
      if (!isCalm)
        item.animate([{ translate: `${x}px ${y}px` }, { translate: '0 0' }], {
          id: 'move',
          duration: MOVE_MS,
          easing: 'ease-out',
        })
    })
  }, [shown])
  // Measure again when the window or a font changes the layout, so that the next move starts from there. Taps are not
  // ignored then, because no order has taken another one's place.
  const isEmpty = shown.length === 0
  useEffect(() => {
    if (isEmpty || !list.current) return
    const observer = new ResizeObserver(() => measure())
    observer.observe(list.current)
    return () => observer.disconnect()
  }, [isEmpty])
  /** A press by keyboard (`detail` 0) is never ignored, because it is meant for the focused element. */
  const onClickCapture = (event: MouseEvent) => {
    const card = event.target instanceof Element && event.target.closest<HTMLElement>('[data-slot]')
    const place = card ? places.current.get(card.dataset['slot'] ?? '') : undefined
    if (event.detail === 0 || !place || performance.now() - place.movedAt >= AIM_MS) return
    event.preventDefault()
    event.stopPropagation()
  }
  return { ref: list, onClickCapture }
}
