import type { Stage } from './stages.ts'

/** The board's stage in this tab, whether it is in packing mode, and the page of packing mode, from 0. */
type Place = { stage: Stage; isFull: boolean; page: number }

const KEY = 'kirana-board-place'
const start: Place = { stage: 'Confirmed', isFull: false, page: 0 }

/** The last state of the board in this tab. */
function boardPlace(): Place {
  try {
    return { ...start, ...(JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Partial<Place>) }
  } catch {
    return start
  }
}

export function rememberBoard(place: Place) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(place))
  } catch {
    // Storage is blocked: Back to the board opens the new orders.
  }
}

/** The last page of packing mode; 0 for another stage. */
export function pageOf(stage: Stage, isFull: boolean): number {
  const place = boardPlace()
  return isFull && place.isFull && place.stage === stage ? place.page : 0
}

/** The search parameters that restore the last state of the board. */
export function boardSearch() {
  const { stage, isFull } = boardPlace()
  return {
    page: 1,
    search: '',
    view: 'board' as const,
    ...(stage !== 'Confirmed' && { stage }),
    ...(isFull && { full: '1' as const }),
  }
}
