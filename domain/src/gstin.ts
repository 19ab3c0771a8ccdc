const SHAPE = /^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/

const BASE = 36

/** The check character: base 36, alternating weights 1 and 2, sum of the base-36 digits of each product. */
function checkCharacter(first14: string): string {
  let sum = 0
  for (const [index, character] of [...first14].entries()) {
    const product = Number.parseInt(character, BASE) * (index % 2 === 0 ? 1 : 2)
    sum += Math.floor(product / BASE) + (product % BASE)
  }
  return ((BASE - (sum % BASE)) % BASE).toString(BASE).toUpperCase()
}

/** Whether `text` is a GSTIN in capital letters: state code, PAN, entity number, 'Z' and a valid check character. */
export const isGstin = (text: string): boolean =>
  SHAPE.test(text) && checkCharacter(text.slice(0, 14)) === text.slice(14)

/** A valid GSTIN in capitals and without spaces, however it was typed; any other text only trimmed. */
export function tidyGstin(text: string): string {
  const number = text.replaceAll(/\s/g, '').toUpperCase()
  return isGstin(number) ? number : text.trim()
}

/**
 * Whether saving `typed` over `saved` must be confirmed: it is not a valid GSTIN and differs from the saved number, which
 * was confirmed earlier. It is not rejected, because the certificate itself may be wrong.
 */
export const isDoubtfulGstin = (typed: string, saved: string): boolean =>
  typed !== '' && typed !== saved && !isGstin(typed)

/** The number to print on invoices and the legal page: '' if it fails its check. */
export const printableGstin = (text: string): string => (isGstin(text.trim()) ? text.trim() : '')
