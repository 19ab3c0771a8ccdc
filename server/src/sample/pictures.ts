import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { Prepared } from '../prepared-file.ts'

const home = new URL('pictures/', import.meta.url)

type Kind = 'categories' | 'subcategories' | 'products' | 'banners' | 'lists' | 'receipts'

/** The file name for a title: 'Amrutdhara Dahi (दही)' → 'amrutdhara-dahi'. */
const fileName = (name: string) => (name.toLowerCase().match(/[a-z0-9]+/g) ?? []).join('-')

/** Reads a WebP file. It needs no check, which would load the image library. */
async function read(kind: Kind, file: string): Promise<Prepared> {
  const bytes = await readFile(new URL(`${kind}/${file}`, home))
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return { bytes, type: 'image/webp', size: bytes.length, sha256 }
}

/** The picture for each name. */
export const picturesNamed = (kind: Kind, names: readonly string[]) =>
  Promise.all(names.map((name) => read(kind, `${fileName(name)}.webp`)))

/** The numbered pictures of each product. */
export async function picturesOfProducts(titles: readonly string[]): Promise<Prepared[][]> {
  const files = readdirSync(new URL('products/', home)).toSorted()
  const ofProduct = Map.groupBy(files, (file) => file.replace(/-\d\.webp$/, ''))
  return Promise.all(
    titles.map((title) =>
      Promise.all((ofProduct.get(fileName(title)) ?? []).map((file) => read('products', file))),
    ),
  )
}

/** All pictures of a kind, in the order of their numbers. */
export const numberedPictures = (kind: Kind) =>
  Promise.all(
    readdirSync(new URL(`${kind}/`, home))
      .toSorted()
      .map((file) => read(kind, file)),
  )
