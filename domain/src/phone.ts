/** Contacts are pasted with no-break spaces, other dashes and invisible direction marks around the digits. */
const BETWEEN_DIGITS = /[\s\p{Pd}\p{Cf}().]/gu

const MOBILE = /^(?:\+91|0091|91|0)?([6-9]\d{9})$/

/** An Indian mobile number as people type it → '+919876543210', as it is stored; null for anything else. */
export function normalisePhone(text: string): string | null {
  const [, digits] = MOBILE.exec(text.replace(BETWEEN_DIGITS, '')) ?? []
  return digits ? `+91${digits}` : null
}

/** '+919876543210' → '+91 98765 43210'; anything else comes back as it is. */
export const formatPhone = (phone: string): string => phone.replace(/^\+91([6-9]\d{4})(\d{5})$/, '+91 $1 $2')

/** '+919876543210' → '•••••••••3210': tells two numbers apart, for what is read by more people than the store's staff. */
export const maskPhone = (phone: string): string => phone.slice(-4).padStart(phone.length, '•')

/**
 * The digits to search for in stored numbers: `text` may be a whole number, its beginning ('098…'), a part or the last 4
 * digits. Null when it is not phone-like. Prefixes that stored numbers lack (trunk 0, 00 of 0091) are removed; the
 * result is always part of the digits typed, so no match is lost.
 */
export function searchDigits(text: string): string | null {
  const bare = text.replace(BETWEEN_DIGITS, '')
  if (!/^\+?\d+$/.test(bare)) return null
  const whole = normalisePhone(bare)
  if (whole) return whole.slice('+91'.length)
  const digits = bare.replace(/^\+/, '').replace(/^00(?=91)|^0(?=[6-9])/, '')
  return digits.length <= '919876543210'.length ? digits : null
}
