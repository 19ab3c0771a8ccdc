import { useLayoutEffect, useRef, useState } from 'react'

/**
 * `count`: how many items of a list fit completely into its box, at least one. `end`: bottom of the last of them, in
 * px. If some items are hidden, one row of text is left free for their number. `total`: the number of all items; the
 * list may contain fewer.
 */
export function useFitting(total: number) {
  const box = useRef<HTMLDivElement>(null)
  const [fitting, setFitting] = useState({ count: total, end: 0 })
  useLayoutEffect(() => {
    const element = box.current
    const list = element?.firstElementChild
    if (!element || !list) return
    const measure = () => {
      const ends = [...list.children].map((item) => (item as HTMLElement).offsetTop + item.clientHeight)
      const room = element.clientHeight
      const isWhole = ends.length === total && (ends.at(-1) ?? 0) <= room
      const row = Number.parseFloat(getComputedStyle(element).lineHeight)
      const count = isWhole ? total : Math.max(1, ends.filter((end) => end <= room - row).length)
      const end = ends[count - 1] ?? 0
      setFitting((now) => (now.count === count && now.end === end ? now : { count, end }))
    }
    measure()
    // Measures again when the box or its text changes its size, for example by a loaded font or a picker's name.
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    observer.observe(list)
    return () => observer.disconnect()
  }, [total])
  return { box, ...fitting }
}
