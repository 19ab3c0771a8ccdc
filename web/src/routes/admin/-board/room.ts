import { useSyncExternalStore } from 'react'

/**
 * Height above the slots of packing mode, gap between slots, and minimum size of a slot; px at a text size of 16 px.
 */
const ABOVE = 176
const GAP = 12
const SLOT = { width: 300, height: 270 }
/**
 * Minimum height of a slot. In a low window the slots scroll, because lower slots would have buttons over their items.
 */
const MIN_HEIGHT = '16rem'

const between = (least: number, value: number, most: number) => Math.max(least, Math.min(value, most))

/** How many slots of packing mode fit into the window. `text`: the text size relative to 16 px. */
export const roomIn = (width: number, height: number, text: number) => ({
  columns: between(1, Math.floor(width / (SLOT.width * text)), 4),
  rows: between(1, Math.floor((height - ABOVE * text + GAP) / (SLOT.height * text + GAP)), 3),
})

const subscribe = (onChange: () => void) => {
  addEventListener('resize', onChange)
  return () => removeEventListener('resize', onChange)
}

const textSize = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16

/** The number of slots that fit, and the styles of their grid. */
export function useRoom() {
  const width = useSyncExternalStore(subscribe, () => innerWidth)
  const height = useSyncExternalStore(subscribe, () => innerHeight)
  const { columns, rows } = roomIn(width, height, useSyncExternalStore(subscribe, textSize))
  return {
    size: columns * rows,
    grid: {
      gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
      gridTemplateRows: `repeat(${rows}, minmax(${MIN_HEIGHT}, 1fr))`,
    },
  }
}
