/** How many digits an FSSAI licence or registration number has. */
const DIGITS = 14

/** An FSSAI licence number without the blanks that people type between its digits. */
export const tidyFssai = (text: string): string => text.replaceAll(/\s/g, '')

/** Whether `text` is an FSSAI licence or registration number: 14 digits (Food Safety and Standards Act 2006, section 31). */
export const isFssai = (text: string): boolean => text.length === DIGITS && /^\d+$/.test(text)

/** The line with the number on invoices, slips and the legal page; '' without a valid number. */
export const fssaiLine = (number: string): string => (isFssai(number) ? `FSSAI licence no. ${number}` : '')
