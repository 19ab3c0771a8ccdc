/** Short hint for the strong-password rule (specification, section 5). */
export const STRONG = '8 characters or more: capital and small letters, a number, and one of @ $ ! % * ? &'
