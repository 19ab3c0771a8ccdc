/** Pasted contacts contain no-break spaces, various dashes and invisible direction marks. */
const BETWEEN_DIGITS = /[\s\p{Pd}\p{Cf}().]/gu

const MOBILE = /^(?:\+91|0091|91|0)?([6-9]\d{9})$/

/** An Indian mobile number in any common form → '+919876543210', the stored form; null for any other text. */
export function normalisePhone(text: string): string | null {
  const [, digits] = MOBILE.exec(text.replace(BETWEEN_DIGITS, '')) ?? []
  return digits ? `+91${digits}` : null
}

const CONTACT = /^(?:\+91|0091|91|0)?(\d{10})$/

/**
 * Whether a company's contact is an Indian number: 10 digits, also of a landline, with or without +91 or 0 before them.
 */
export const isContactNumber = (text: string): boolean => CONTACT.test(text.replace(BETWEEN_DIGITS, ''))

/** A contact as the address of a chat: its digits after 91, which WhatsApp needs; the digits of any other text as they are. */
export function chatDigits(contact: string): string {
  const [, digits] = CONTACT.exec(contact.replace(BETWEEN_DIGITS, '')) ?? []
  return digits ? `91${digits}` : contact.replace(/\D/g, '')
}

/** '+919876543210' → '+91 98765 43210'; any other text is returned unchanged. */
export const formatPhone = (phone: string): string => phone.replace(/^\+91([6-9]\d{4})(\d{5})$/, '+91 $1 $2')

/** '+919876543210' → '•••••••••3210', for text that people outside the store's staff can read. */
export const maskPhone = (phone: string): string => phone.slice(-4).padStart(phone.length, '•')

/**
 * The digits to search for in stored numbers; `text` is a whole number or any part of one. Null if it is not phone-like.
 * Prefixes that stored numbers lack (trunk 0, the 00 of 0091) are removed.
 */
export function searchDigits(text: string): string | null {
  const bare = text.replace(BETWEEN_DIGITS, '')
  if (!/^\+?\d+$/.test(bare)) return null
  const whole = normalisePhone(bare)
  if (whole) return whole.slice('+91'.length)
  const digits = bare.replace(/^\+/, '').replace(/^00(?=91)|^0(?=[6-9])/, '')
  return digits.length <= '919876543210'.length ? digits : null
}
