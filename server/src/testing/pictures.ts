import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestApp } from './app.ts'
import { plain } from './bad-files.ts'

export const fileOf = (bytes: Buffer, name = 'photo.png', type = 'image/png') =>
  new File([new Uint8Array(bytes)], name, { type })

/** A PNG as a browser sends it; another width is another picture. */
export const photo = async (width = 40) => fileOf(await plain(width, 30).png().toBuffer())

/** The keys of all files that lie in the store, and what is left of the incoming ones. */
export async function storedFiles({ kit }: TestApp) {
  const keys: string[] = []
  for await (const { key } of kit.files.list()) keys.push(key)
  const incoming = await readdir(join(kit.config.dataDir, 'incoming')).catch(() => [])
  return { keys: keys.toSorted(), incoming }
}
