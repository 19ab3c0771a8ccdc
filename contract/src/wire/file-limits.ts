import type { FileRule } from './route.ts'

type Kind = FileRule['kind']

const MB = 1024 * 1024

/** Maximum bytes per file. */
export const MAX_BYTES: Record<Kind, number> = {
  image: 5 * MB,
  document: 10 * MB,
  csv: 2 * MB,
}
const words: Record<Kind, string> = {
  image: 'A picture',
  document: 'A document',
  csv: 'A CSV file',
}

/** '5 MB'. */
export const inMegabytes = (bytes: number) => `${bytes / MB} MB`

/** The message for a file that is larger. */
export const tooLargeFile = (kind: Kind) => `${words[kind]} may have at most ${inMegabytes(MAX_BYTES[kind])}`
