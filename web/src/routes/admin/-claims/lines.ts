import type { Claim } from '@kirana/contract/claims'
import { openPieces } from '@kirana/domain/claims'
import * as z from 'zod/mini'

/** A number of pieces as it is typed. */
export const Pieces = z.string().check(z.regex(/^\d{1,4}$/, 'Enter a whole number of pieces'))

/** The lines of a claim of which pieces are undecided. */
export const openLinesOf = ({ lines }: Claim) => lines.filter((line) => openPieces(line) > 0)
