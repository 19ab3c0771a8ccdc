/** Bytes in memory, or the path of a file that contains them. */
export type Bytes = Buffer | { path: string }

/** An uploaded file that was checked and is ready to be stored. `size` in bytes, `sha256` as hex. */
export type Prepared = {
  bytes: Bytes
  type: 'image/webp' | 'application/pdf'
  size: number
  sha256: string
}
