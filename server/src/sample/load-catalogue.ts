import { specialPrice } from '@kirana/domain/price'
import { units } from '@kirana/domain/vocabulary'
import { v7 as uuid } from 'uuid'
import type { Db } from '../db/types.ts'
import { keep, type Prepared } from '../services/files.ts'
import type { FileStore } from '../services/files-store.ts'
import { banners } from '../tables/banners.ts'
import { categories } from '../tables/categories.ts'
import { keywords } from '../tables/keywords.ts'
import { productImages, productKeywords, products, variants } from '../tables/products.ts'
import { sections } from '../tables/sections.ts'
import { subcategories } from '../tables/subcategories.ts'
import { videos } from '../tables/videos.ts'
import { categories as plans } from './catalogue/all.ts'
import type { Offer } from './catalogue/shape.ts'
import type { Pictures } from './pictures.ts'
import type { Ware } from './plan.ts'
import type { Chance } from './random.ts'
import { keywordPlans, reviews } from './shop.ts'

const day = 86_400_000

/** The prices and size of an offer, as a variant's row has them. */
export function readOffer(offer: Offer) {
  const [, quantity, unit, mrp, discount = '0'] =
    /^([\d.]+) (\w+) ₹([\d.]+)(?: -([\d.]+)%)?$/.exec(offer) ?? []
  const known = units.find((name) => name === unit)
  if (!known) throw new Error(`Offer is not valid: ${offer}`)
  const price = Math.round(Number(mrp) * 100)
  const basisPoints = Math.round(Number(discount) * 100)
  const special = basisPoints > 0 ? specialPrice(price, basisPoints) : 0
  return {
    quantity: Math.round(Number(quantity) * 1000),
    unit: known,
    mrp: price,
    sellingPrice: special || price,
    specialPrice: special,
    discount: basisPoints,
  }
}

/** Writes the whole catalogue, and says what of it may be bought. */
export async function loadCatalogue(
  tx: Db,
  store: FileStore,
  { pictures, chance, now }: { pictures: Pictures; chance: Chance; now: Date },
): Promise<Ware[]> {
  const before = (days: number) => new Date(now.getTime() - days * day)
  const kept = (prepared: readonly Prepared[], purpose: 'category' | 'subcategory' | 'product' | 'banner') =>
    keep(tx, store, prepared, { purpose })

  const keywordIds = new Map(Object.keys(keywordPlans).map((name) => [name, uuid()]))
  await tx.insert(keywords).values(
    [...keywordIds].map(([name, id]) => ({
      id,
      name,
      description: keywordPlans[name] ?? '',
      isActive: name !== 'Gluten Free',
      createdAt: before(70),
    })),
  )
  const sectionIds = new Map([...new Set(plans.map(({ section }) => section))].map((name) => [name, uuid()]))
  await tx.insert(sections).values([...sectionIds].map(([name, id]) => ({ id, name, createdAt: before(72) })))
  const bannerKeys = await kept(pictures.banners, 'banner')
  await tx.insert(banners).values(bannerKeys.map((image) => ({ image, createdAt: before(20) })))
  const categoryKeys = await kept(pictures.categories, 'category')
  const subcategoryKeys = await kept(pictures.subcategories, 'subcategory')
  const productKeys = await kept(pictures.products.flat(), 'product')

  const rows = {
    categories: [] as (typeof categories.$inferInsert)[],
    subcategories: [] as (typeof subcategories.$inferInsert)[],
    products: [] as (typeof products.$inferInsert & { id: string })[],
    images: [] as (typeof productImages.$inferInsert)[],
    keywords: [] as (typeof productKeywords.$inferInsert)[],
    variants: [] as (typeof variants.$inferInsert)[],
  }
  const wares: Ware[] = []
  const idOf = (ids: Map<string, string>, name: string) => {
    const id = ids.get(name)
    if (!id) throw new Error(`The sample store has no ${name}`)
    return id
  }
  let picture = 0
  for (const plan of plans) {
    const sectionId = idOf(sectionIds, plan.section)
    const categoryId = uuid()
    rows.categories.push({
      id: categoryId,
      name: plan.name,
      sectionId,
      image: categoryKeys[rows.categories.length] ?? '',
      createdAt: before(71),
    })
    for (const sub of plan.subcategories) {
      const subcategoryId = uuid()
      rows.subcategories.push({
        id: subcategoryId,
        name: sub.name,
        categoryId,
        image: subcategoryKeys[rows.subcategories.length] ?? '',
        createdAt: before(71),
      })
      for (const product of sub.products) {
        const productId = uuid()
        const offers = product.offers.map((offer) => ({
          id: uuid(),
          productId,
          ...readOffer(offer),
          createdAt: before(69),
        }))
        const dearest = Math.max(...offers.map(({ sellingPrice }) => sellingPrice))
        const names = [...new Set([...sub.keywords, ...(product.keywords ?? [])])]
        const made = sub.expiry.includes('days') ? 1 : chance.whole(12, 70)
        for (const [position] of (pictures.products[rows.products.length] ?? []).entries())
          rows.images.push({ productId, file: productKeys[picture++] ?? '', position })
        rows.products.push({
          id: productId,
          title: product.title,
          subtitle: product.subtitle,
          description: product.description,
          sectionId,
          categoryId,
          subcategoryId,
          manufacturer: sub.manufacturer,
          manufacturedOn: before(made).toISOString().slice(0, 10),
          expiry: sub.expiry,
          origin: names.includes('Imported') ? 'United States' : 'India',
          loyaltyCoins: Math.min(20, Math.floor(dearest / 5000)),
          createdAt: before(69 - rows.products.length / 3),
        })
        rows.keywords.push(...names.map((name) => ({ productId, keywordId: idOf(keywordIds, name) })))
        rows.variants.push(...offers)
        const weight =
          (names.includes('Daily Needs') ? 4 : names.includes('Fresh') ? 3 : 1) * (0.5 + chance.next())
        for (const [i, { id, sellingPrice }] of offers.entries())
          wares.push({ productId, variantId: id, price: sellingPrice, weight: weight / (i + 1) })
      }
    }
  }
  await tx.insert(categories).values(rows.categories)
  await tx.insert(subcategories).values(rows.subcategories)
  await tx.insert(products).values(rows.products)
  await tx.insert(productImages).values(rows.images)
  await tx.insert(productKeywords).values(rows.keywords)
  await tx.insert(variants).values(rows.variants)
  await tx.insert(videos).values(
    reviews.map(({ product, ...video }) => ({
      ...video,
      productId: rows.products.find(({ title }) => title.startsWith(product))?.id ?? '',
      createdAt: before(30),
    })),
  )
  return wares
}
