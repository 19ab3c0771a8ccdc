import { useLayoutEffect, useRef, useState } from 'react'

/**
 * How many items of a list fit whole into its box, at least one, and where the first hidden one starts (px). If some are
 * hidden, a row of text is kept free for their number. `total`: more than the list has if it is itself cut.
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
    // Its slot, or the text in it, changed its size: a picker's name below, a font that arrived.
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    observer.observe(list)
    return () => observer.disconnect()
  }, [total])
  return { box, ...fitting }
}
