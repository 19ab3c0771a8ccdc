/** Six digits (specification, section 5). */
export const pincodePattern = /^\d{6}$/
export const PINCODE_RULE = 'Pincode must be within 6 digits'
