import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { HttpError } from '../../errors.ts'

/** A file that is read but not stored. `sha256` as hex. */
export type TextFile = { text: string; sha256: string }

/**
 * Reads incoming files as text.
 * @throws HttpError 415 when one is not UTF-8 or contains NUL
 */
export const readTexts = (incoming: readonly { path: string }[]): Promise<TextFile[]> =>
  Promise.all(
    incoming.map(async ({ path }) => {
      const bytes = await readFile(path)
      return { text: textOf(bytes), sha256: createHash('sha256').update(bytes).digest('hex') }
    }),
  )

function textOf(bytes: Buffer): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    if (!text.includes('\0')) return text
  } catch {
    // Text that is not UTF-8 gets the error below, too.
  }
  throw new HttpError(415, 'The file is not CSV in UTF-8: save it in the spreadsheet as “CSV UTF-8”')
}
