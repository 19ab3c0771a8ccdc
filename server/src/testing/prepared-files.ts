import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll } from 'vitest'
import { prepare } from '../services/files.ts'

const inbox = mkdtempSync(join(tmpdir(), 'incoming-'))
afterAll(() => rmSync(inbox, { recursive: true, force: true }))

export const incoming = async (bytes: Buffer | string) => {
  const path = join(inbox, randomUUID())
  await writeFile(path, bytes)
  return { path, size: Buffer.byteLength(bytes) }
}
/** A file as `keep` takes it. */
export const prepared = async (bytes: Buffer | string, kind: 'image' | 'document' = 'image') => {
  const [first] = await prepare([await incoming(bytes)], kind)
  if (first === undefined) throw new Error('Nothing was prepared')
  return first
}
export const picture = (background = '#27a', width = 60, height = 40) =>
  sharp({ create: { width, height, channels: 3, background } })
export const pdf = '%PDF-1.7\ntrailer<<>>\n%%EOF\n'
