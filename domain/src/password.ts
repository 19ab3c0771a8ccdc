/** Strong password (specification, section 5): only these special characters are allowed. */
export const strongPasswordPattern = /^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)(?=.*[@$!%*?&])[A-Za-z\d@$!%*?&]{8,}$/

export const STRONG_PASSWORD_RULE =
  'Password should be minimum 8 characters. At least 1 number, 1 capital letter, 1 small letter, 1 special character is required.'

/** The password of the sample accounts. It is published in the README, so it is rejected outside sample mode. */
export const SAMPLE_PASSWORD = 'Sample@123'

/** The PIN of the sample riders. Like the password, it is published, and rejected outside sample mode. */
export const SAMPLE_PIN = '246810'

/** Normalises to NFC, as hashing does, because keyboards may encode the same letter differently. */
export const isSamplePassword = (password: string) => password.normalize('NFC') === SAMPLE_PASSWORD
