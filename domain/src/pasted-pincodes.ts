import { pincodePattern } from './pincode.ts'

/** A pincode written in two groups, as is common in India: '400 001'. */
const SPACED = /(?<![^\s,;])(\d{3}) (\d{3})(?![^\s,;])/g

export type PastedPincodes = {
  /** Without duplicates, in order of first occurrence. */
  valid: string[]
  /** One entry for each repetition of an earlier value. */
  duplicates: string[]
  malformed: string[]
}

/** Parses pasted pincodes, separated by commas, semicolons or whitespace. */
export function readPincodes(text: string): PastedPincodes {
  const pieces = text
    .replace(SPACED, '$1$2')
    .split(/[\s,;]+/)
    .filter(Boolean)
  const seen = new Set<string>()
  const duplicates = pieces.filter((piece) => seen.has(piece) || !seen.add(piece))
  const isPincode = (piece: string) => pincodePattern.test(piece)
  const once = [...seen]
  return { valid: once.filter(isPincode), duplicates, malformed: once.filter((piece) => !isPincode(piece)) }
}
