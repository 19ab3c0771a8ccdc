/** Bytes in memory, or a file that holds them. */
export type Bytes = Buffer | { path: string }

/** An uploaded file that was checked and is ready to be kept. `size` in bytes, `sha256` as hex. */
export type Prepared = {
  bytes: Bytes
  type: 'image/webp' | 'application/pdf'
  size: number
  sha256: string
}
