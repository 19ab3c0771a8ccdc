/** Money is whole paise in a `number`: exact far beyond any amount the product allows (2^53 paise). */
export type Paise = number

/** Rupees as they stand on the wire → paise; null when there are more than 2 decimals or it is no finite number. */
export function fromRupees(rupees: number): Paise | null {
  const paise = Math.round(rupees * 100)
  return Number.isSafeInteger(paise) && paise / 100 === rupees ? paise : null
}

/** Paise → rupees for the wire, at most 2 decimals. */
export const toRupees = (paise: Paise): number => paise / 100
