import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { onTestFinished } from 'vitest'
import type { Db } from '../../db/types.ts'
import { prepare, storeFiles } from '../../services/files/files.ts'
import type { FileStore } from '../../services/files/store.ts'
import type { Prepared } from '../../request/prepared-file.ts'
import type { FilePurpose } from '../../tables/files.ts'

/** An incoming file, removed after the current test. */
export const incoming = async (bytes: Buffer | string) => {
  const inbox = await mkdtemp(join(tmpdir(), 'incoming-'))
  onTestFinished(() => rm(inbox, { recursive: true, force: true }))
  const path = join(inbox, 'file')
  await writeFile(path, bytes)
  return { path, size: Buffer.byteLength(bytes) }
}
/** A file as `storeFiles` takes it. */
export const prepared = async (bytes: Buffer | string, kind: 'image' | 'document' = 'image') => {
  const [first] = await prepare([await incoming(bytes)], kind)
  if (first === undefined) throw new Error('Nothing was prepared')
  return first
}
export const picture = (background = '#27a', width = 60, height = 40) =>
  sharp({ create: { width, height, channels: 3, background } })
export const pdf = '%PDF-1.7\ntrailer<<>>\n%%EOF\n'

/** Stores files and inserts their rows, without an owner. Returns their keys. */
export async function keepFiles(db: Db, store: FileStore, files: readonly Prepared[], purpose: FilePurpose) {
  const stored = await storeFiles(store, files, purpose)
  return db.transaction((tx) => stored.keep(tx))
}
