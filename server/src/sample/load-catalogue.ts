import { readFileSync } from 'node:fs'
import { v7 as uuid } from 'uuid'
import { newProducts, type NewProduct } from '../csv/product-group.ts'
import { readProductFile } from '../csv/product-sheet.ts'
import { type Line, readCsv } from '../csv/read.ts'
import { errorsOf } from '../csv/sheet.ts'
import type { Db } from '../db/types.ts'
import { sheetNames } from '../services/catalogue/import.ts'
import { addProducts } from '../services/catalogue/save.ts'
import { banners } from '../tables/banners.ts'
import { categories } from '../tables/categories.ts'
import { keywords } from '../tables/keywords.ts'
import { productImages } from '../tables/products.ts'
import { sections } from '../tables/sections.ts'
import { subcategories } from '../tables/subcategories.ts'
import { videos } from '../tables/videos.ts'
import { picturesOfProducts, type SamplePictures } from './pictures.ts'
import type { SaleVariant } from './plan.ts'
import type { Random } from './random.ts'
import { keywordPlans, reviews } from './shop.ts'

const day = 86_400_000

/**
 * The rows of `products.csv`, which has the format of the product import. HSN codes and GST rates are those in force
 * since 22 September 2025. They are an example that the accountant must check, because sources disagree about some.
 */
export function sampleSheet(): Line[] {
  const text = readFileSync(new URL('products.csv', import.meta.url), 'utf8')
  return readCsv(text).rows
}

/** The distinct sections, categories and subcategories of the rows, in order of first occurrence. */
function categoryPathsIn([head, ...lines]: readonly Line[]) {
  const columns = ['Section', 'Category', 'Subcategory'].map((name) => head?.cells.indexOf(name) ?? -1)
  const paths = lines
    .map(({ cells }) => columns.map((column) => cells[column] ?? ''))
    .filter(([section]) => section !== '')
    .map(([section = '', category = '', subcategory = '']) => ({ section, category, subcategory }))
  return {
    sections: [...new Set(paths.map(({ section }) => section))],
    categories: [...new Map(paths.map(({ category, section }) => [category, section]))],
    subcategories: [...new Map(paths.map(({ subcategory, category }) => [subcategory, category]))],
  }
}

type Before = (days: number) => Date

async function loadCategories(
  tx: Db,
  lines: readonly Line[],
  { pictures, before }: { pictures: SamplePictures; before: Before },
) {
  const paths = categoryPathsIn(lines)
  const ids = new Map<string, string>()
  const idOf = (kind: string, name: string) => {
    const id = ids.get(`${kind} ${name}`) ?? uuid()
    ids.set(`${kind} ${name}`, id)
    return id
  }
  await tx
    .insert(sections)
    .values(paths.sections.map((name) => ({ id: idOf('section', name), name, createdAt: before(72) })))
  const categoryKeys = pictures.keysOf(
    'categories',
    paths.categories.map(([name]) => name),
  )
  await tx.insert(categories).values(
    paths.categories.map(([name, section], i) => ({
      id: idOf('category', name),
      name,
      sectionId: idOf('section', section),
      image: categoryKeys[i] ?? '',
      createdAt: before(71),
    })),
  )
  const subcategoryKeys = pictures.keysOf(
    'subcategories',
    paths.subcategories.map(([name]) => name),
  )
  await tx.insert(subcategories).values(
    paths.subcategories.map(([name, category], i) => ({
      id: idOf('subcategory', name),
      name,
      categoryId: idOf('category', category),
      image: subcategoryKeys[i] ?? '',
      createdAt: before(71),
    })),
  )
}

/** Writes the catalogue and returns the variants for sale. Throws Error if a row of the file is invalid. */
export async function loadCatalogue(
  tx: Db,
  pictures: SamplePictures,
  { random, now }: { random: Random; now: Date },
): Promise<SaleVariant[]> {
  const before: Before = (days) => new Date(now.getTime() - days * day)

  await tx.insert(keywords).values(
    Object.entries(keywordPlans).map(([name, description]) => ({
      name,
      description,
      isActive: name !== 'Gluten Free',
      createdAt: before(70),
    })),
  )
  const shown = pictures.keysOf('banners').map((image) => ({ image, createdAt: before(20) }))
  await tx.insert(banners).values(shown)

  const lines = sampleSheet()
  await loadCategories(tx, lines, { pictures, before })
  const { names } = await sheetNames(tx)
  const sheet = readProductFile(lines, { names })
  const [error] = errorsOf(sheet)
  if (error) throw new Error(`The sample store: ${JSON.stringify(error)}`)
  const keywordNames = new Map(names.keywords.map(({ id, name }) => [id, name]))
  const planned = newProducts(sheet.groups).map((product) => plan(product, keywordNames, { random, before }))
  const ids = await addProducts(tx, planned, { by: 'Asha Patil', now: before(69) })
  const added = planned.flatMap((product, i) => (ids[i] ? { ...product, ...ids[i] } : []))

  const images = picturesOfProducts(added.map(({ title }) => title))
  await tx.insert(productImages).values(
    added.flatMap(({ id: productId }, n) =>
      (images[n] ?? []).map((file, position) => ({
        productId,
        file: pictures.keyOf('products', file),
        position,
      })),
    ),
  )
  await tx.insert(videos).values(
    reviews.map(({ product, ...video }) => ({
      ...video,
      productId: added.find(({ title }) => title.startsWith(product))?.id ?? '',
      createdAt: before(30),
    })),
  )
  return added.flatMap(({ id: productId, variants, variantIds, weight }) =>
    variants.map(({ sellingPrice }, i) => ({
      productId,
      variantId: variantIds[i] ?? '',
      price: sellingPrice,
      weight: weight / (i + 1),
    })),
  )
}

/** A product of the file with a plausible day of manufacture and its relative demand. */
function plan(
  product: NewProduct,
  keywordNames: ReadonlyMap<string, string>,
  { random, before }: { random: Random; before: Before },
) {
  const names = product.keywordIds.map((id) => keywordNames.get(id))
  const made = product.expiry.includes('days') ? 1 : random.whole(12, 70)
  const demand = names.includes('Daily Needs') ? 4 : names.includes('Fresh') ? 3 : 1
  return {
    ...product,
    manufacturedOn: before(made).toISOString().slice(0, 10),
    weight: demand * (0.5 + random.next()),
  }
}
