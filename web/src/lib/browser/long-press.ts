import { useRef, type MouseEvent, type PointerEvent } from 'react'

/** A press that lasts this long is a long one, as on phones. */
const LONG_MS = 500
/** A finger that has moved this far is scrolling (px). */
const MOVED = 10

/** Calls `act` after a press of 500 ms and suppresses the click that follows. Spread the result on the button. */
export function useLongPress(act: () => void) {
  const press = useRef({ timer: 0, x: 0, y: 0, isLong: false })
  const end = () => clearTimeout(press.current.timer)
  return {
    onPointerDown: ({ button, clientX: x, clientY: y }: PointerEvent) => {
      end()
      press.current = { timer: 0, x, y, isLong: false }
      if (button !== 0) return
      press.current.timer = window.setTimeout(() => {
        press.current.isLong = true
        act()
      }, LONG_MS)
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      const { x, y } = press.current
      if (Math.hypot(clientX - x, clientY - y) > MOVED) end()
    },
    onPointerUp: end,
    onPointerLeave: end,
    onPointerCancel: end,
    // Prevents the context menu that phones open on a long press.
    onContextMenu: (event: MouseEvent) => event.preventDefault(),
    onClickCapture: (event: MouseEvent) => {
      const { isLong } = press.current
      press.current.isLong = false
      // Not every long press is followed by a click. A click by keyboard (`detail` 0) never belongs to one.
      if (!isLong || event.detail === 0) return
      event.preventDefault()
      event.stopPropagation()
    },
  }
}
