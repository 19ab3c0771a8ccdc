/** Two names are the same when their keys are: outer and repeated whitespace, case and Unicode composition do not count. */
export const sameName = (name: string): string =>
  name.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase()
