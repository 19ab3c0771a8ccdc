import { useSyncExternalStore } from 'react'

/** What stands above the slots of packing mode, and in each of them beside its lines; px. */
const ABOVE = 176
const FRAME = 124
const LINE = 28
const GAP = 12
const MIN_SLOT = 270
const MAX_LINES = 8

const columnsClasses = ['grid-cols-1', 'grid-cols-2', 'grid-cols-3', 'grid-cols-4'] as const
const rowsClasses = [
  'grid-rows-[minmax(0,1fr)]',
  'grid-rows-[repeat(2,minmax(0,1fr))]',
  'grid-rows-[repeat(3,minmax(0,1fr))]',
] as const

const between = (least: number, value: number, most: number) => Math.max(least, Math.min(value, most))

/** How many slots of packing mode fit into the window, and how many lines into a slot. */
export function roomIn(width: number, height: number) {
  const columns = between(1, Math.floor(width / 300), 4)
  const area = height - ABOVE
  const rows = between(1, Math.floor((area + GAP) / (MIN_SLOT + GAP)), 3)
  const slot = (area - GAP * (rows - 1)) / rows
  return { columns, rows, lines: between(2, Math.floor((slot - FRAME) / LINE), MAX_LINES) }
}

const subscribe = (onChange: () => void) => {
  addEventListener('resize', onChange)
  return () => removeEventListener('resize', onChange)
}

export function useRoom() {
  const width = useSyncExternalStore(subscribe, () => innerWidth)
  const height = useSyncExternalStore(subscribe, () => innerHeight)
  const room = roomIn(width, height)
  return {
    ...room,
    columnsClass: columnsClasses[room.columns - 1] ?? '',
    rowsClass: rowsClasses[room.rows - 1] ?? '',
  }
}
