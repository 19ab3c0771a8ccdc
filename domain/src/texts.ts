/** Messages that several calls and screens share, worded as in the specification (sections 5 and 7). */
export const ALL_FIELDS_REQUIRED = 'All fields is required'
export const RELEASE_FIELDS_REQUIRED = 'All fields are required'
export const FIELD_REQUIRED = 'This field is required.'
export const NAME_REQUIRED = 'Name is required'
export const PASSWORD_REQUIRED = 'Password is required'
export const PINCODE_REQUIRED = 'Pincode is required'
export const ID_INVALID = 'Id is not valid'
export const STATUS_INVALID = 'Status is not valid'
export const SORT_INVALID = 'Sort is not valid'
export const AMOUNT_INVALID = 'Amount is not valid'
export const PERCENTAGE_INVALID = 'Percentage is not valid'
export const ONE_IMAGE = 'Upload 1 image'
export const LOGGED_IN = 'Logged in successfully'
/** Staff made a call that their role does not include. */
export const NOT_IN_ROLE = 'Your role does not include this. Ask the superadmin'
/** The role requires a second factor that the person has not set up. */
export const ENROL_FIRST = 'Set up your second factor first. Your role requires it'
/** The call requires a second factor given in the last five minutes. */
export const CONFIRM_FIRST = 'Confirm with your second factor first'
/** The error of an account that sets up its first second factor without its password. */
export const PASSWORD_FIRST = 'Enter your password first'
export const LOGGED_OUT = 'Logged out successfully'
export const PASSWORD_CHANGED = 'Password changed successfully'

export const tooLong = (most: number) => `Use ${most} characters at most`
