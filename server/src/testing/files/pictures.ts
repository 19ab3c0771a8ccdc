import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestApp } from '../app.ts'
import { plain } from './bad-files.ts'

export const fileOf = (bytes: Buffer, name = 'photo.png', type = 'image/png') =>
  new File([new Uint8Array(bytes)], name, { type })

/** A PNG upload; a different width makes a different picture. */
export const photo = async (width = 40) => fileOf(await plain(width, 30).png().toBuffer())

/** The keys of all stored files, and the names of leftover incoming ones. */
export async function storedFiles({ context }: TestApp) {
  const keys: string[] = []
  for await (const { key } of context.files.list()) keys.push(key)
  const incoming = await readdir(join(context.config.dataDir, 'incoming')).catch(() => [])
  return { keys: keys.toSorted(), incoming }
}
