import { counted } from './count.ts'
import { type PickLine, swappedPieces } from './pick.ts'

type Recorded = Pick<PickLine, 'ordered' | 'found' | 'short' | 'swap' | 'grams'>

/** The progress of a pick, in pieces. Swapped pieces count as found. */
export type PickProgress = { found: number; missing: number; ordered: number }

/** Whether something was recorded for a line. */
export const isRecorded = ({ found, short, swap, grams }: Recorded) =>
  found > 0 || short > 0 || swap !== null || grams !== null

/** The progress of a pick; null while nothing is recorded. */
export function pickProgress(lines: readonly Recorded[]): PickProgress | null {
  if (!lines.some(isRecorded)) return null
  const total = (pieces: (line: Recorded) => number) => lines.reduce((sum, line) => sum + pieces(line), 0)
  return {
    found: total((line) => line.found + swappedPieces(line)),
    missing: total(({ short }) => short),
    ordered: total(({ ordered }) => ordered),
  }
}

/** '3 of 5 pieces found, 1 missing' */
export const progressText = ({ found, missing, ordered }: PickProgress) =>
  `${found} of ${counted(ordered, 'piece')} found${missing > 0 ? `, ${missing} missing` : ''}`

/** The message for a change that would discard a pick: 'Asha is picking: 3 of 5 pieces found, 1 missing'. */
export const pickingText = ({ by, ...progress }: PickProgress & { by: string }) =>
  `${by || 'A picker'} is picking: ${progressText(progress)}`
