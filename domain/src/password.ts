/** Strong password (specification, section 5): only these special characters are allowed. */
export const strongPasswordPattern = /^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)(?=.*[@$!%*?&])[A-Za-z\d@$!%*?&]{8,}$/

export const STRONG_PASSWORD_RULE =
  'Password should be minimum 8 characters. At least 1 number, 1 capital letter, 1 small letter, 1 special character is required.'
