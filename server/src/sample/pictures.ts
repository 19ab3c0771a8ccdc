import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { Db } from '../db/types.ts'
import type { Prepared } from '../request/prepared-file.ts'
import { storeFiles, type StoredFiles } from '../services/files/files.ts'
import type { FileStore } from '../services/files/store.ts'

const folder = new URL('pictures/', import.meta.url)

const purposes = {
  categories: 'category',
  subcategories: 'subcategory',
  products: 'product',
  banners: 'banner',
  lists: 'manual-order',
  receipts: 'withdrawal',
} as const
type Kind = keyof typeof purposes
const kinds = Object.keys(purposes) as Kind[]

/** The file name for a title: 'Amrutdhara Dahi (दही)' → 'amrutdhara-dahi'. */
const fileName = (name: string) => (name.toLowerCase().match(/[a-z0-9]+/g) ?? []).join('-')

/** Reads a WebP file of the sample. Skips the check of uploads, which would load the image library. */
async function read(kind: Kind, file: string): Promise<Prepared> {
  const bytes = await readFile(new URL(`${kind}/${file}`, folder))
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return { bytes, type: 'image/webp', size: bytes.length, sha256 }
}

/** The files of a kind in the order of their names, which begin with a number where the order matters. */
export const pictureFiles = (kind: Kind) => readdirSync(new URL(`${kind}/`, folder)).toSorted()

/** The numbered pictures of each product. */
export function picturesOfProducts(titles: readonly string[]): string[][] {
  const ofProduct = Map.groupBy(pictureFiles('products'), (file) => file.replace(/-\d\.webp$/, ''))
  return titles.map((title) => ofProduct.get(fileName(title)) ?? [])
}

/** The sample's pictures, stored before the transaction that loads the sample begins. */
export type SamplePictures = {
  /** The keys of the pictures of a kind: all, or one for each name. */
  keysOf: (kind: Kind, names?: readonly string[]) => string[]
  keyOf: (kind: Kind, file: string) => string
  /** Inserts the rows of `files`. */
  keep: (tx: Db) => Promise<void>
  drop: () => Promise<void>
}

export async function storePictures(store: FileStore): Promise<SamplePictures> {
  const keys = new Map<string, string>()
  const storeKind = async (kind: Kind) => {
    const names = pictureFiles(kind)
    const prepared = await Promise.all(names.map((file) => read(kind, file)))
    const stored = await storeFiles(store, prepared, purposes[kind])
    names.forEach((file, i) => keys.set(`${kind}/${file}`, stored.keys[i] ?? ''))
    return stored
  }
  const storedKinds: StoredFiles[] = []
  for (const kind of kinds) storedKinds.push(await storeKind(kind))
  const keyOf = (kind: Kind, file: string) => {
    const key = keys.get(`${kind}/${file}`)
    if (key === undefined) throw new Error(`The sample store: no picture ${kind}/${file}`)
    return key
  }
  return {
    keyOf,
    keysOf: (kind, names) =>
      (names?.map((name) => `${fileName(name)}.webp`) ?? pictureFiles(kind)).map((file) => keyOf(kind, file)),
    keep: async (tx) => {
      for (const stored of storedKinds) await stored.keep(tx)
    },
    drop: async () => {
      for (const stored of storedKinds) await stored.drop()
    },
  }
}
