/** Six digits (specification, section 5). */
export const pincodePattern = /^\d{6}$/
export const PINCODE_RULE = 'Pincode must be within 6 digits'

/** Whether a pincode is probably mistyped: 0 begins none, 9 those of the Army Postal Service alone (India Post's zones). */
export const isDoubtfulPincode = (pincode: string): boolean => /^[09]/.test(pincode)
