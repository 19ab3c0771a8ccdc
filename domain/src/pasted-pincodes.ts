import { pincodePattern } from './pincode.ts'

/** Half of India writes 400 001. */
const SPACED = /(?<![^\s,;])(\d{3}) (\d{3})(?![^\s,;])/g

export type PastedPincodes = {
  /** Each once, in the order of their coming. */
  valid: string[]
  /** What came again, once for each time. */
  doubles: string[]
  malformed: string[]
}

/** Pincodes out of a pasted text: commas, semicolons, spaces and new lines stand between them. */
export function readPincodes(text: string): PastedPincodes {
  const pieces = text
    .replace(SPACED, '$1$2')
    .split(/[\s,;]+/)
    .filter(Boolean)
  const seen = new Set<string>()
  const doubles = pieces.filter((piece) => seen.has(piece) || !seen.add(piece))
  const isPincode = (piece: string) => pincodePattern.test(piece)
  const once = [...seen]
  return { valid: once.filter(isPincode), doubles, malformed: once.filter((piece) => !isPincode(piece)) }
}
