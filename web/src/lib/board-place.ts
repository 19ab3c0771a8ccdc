import type { Stage } from './stages.ts'

/** The stage that the board of this tab shows, packing mode or not, and the page of packing mode, from 0. */
type Place = { stage: Stage; isFull: boolean; page: number }

const KEY = 'kirana-board-place'
const start: Place = { stage: 'Confirmed', isFull: false, page: 0 }

/** The board as it was left in this tab. */
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
    // Storage is blocked: the way back leads to the board of new orders.
  }
}

/** The page that packing mode was left on; the first one of another stage. */
export function pageOf(stage: Stage, isFull: boolean): number {
  const place = boardPlace()
  return isFull && place.isFull && place.stage === stage ? place.page : 0
}

/** The address of the board as it was left. */
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
