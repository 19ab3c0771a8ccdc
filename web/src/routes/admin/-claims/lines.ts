import type { Claim } from '@kirana/contract/claims'
import { openPieces } from '@kirana/domain/claims'
import * as z from 'zod/mini'

/** A number of pieces as text. */
export const Pieces = z.string().check(z.regex(/^\d{1,4}$/, 'Enter a whole number of pieces'))

/** The lines of a claim that have undecided pieces. */
export const openLinesOf = ({ lines }: Claim) => lines.filter((line) => openPieces(line) > 0)
