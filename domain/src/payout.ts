/** Whether `text` has the form of an IFSC: bank, zero, branch. Used for a warning only. */
export const isIfsc = (text: string): boolean => /^[A-Z]{4}0[A-Z0-9]{6}$/.test(text)

/** Whether `text` has the form of a UPI id (VPA): name@handle. Used for a warning only. */
export const isUpi = (text: string): boolean => /^[\w.-]{2,256}@[A-Za-z][A-Za-z0-9]{1,63}$/.test(text)

/** The message when a payout has neither a document nor a reason of 5 to 500 characters. */
export const REASON_NEEDED = 'Say in 5 to 500 characters why there is no document'
