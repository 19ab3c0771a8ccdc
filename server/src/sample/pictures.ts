import { formatRupees } from '@kirana/domain/money'
import type { Prepared } from '../services/files.ts'
import { categories } from './catalogue/all.ts'
import type { SampleCategory, SampleProduct, SampleSubcategory } from './catalogue/shape.ts'
import { type Lettering, lettering } from './draw/lettering.ts'
import { receipt } from './draw/receipt.ts'
import { render } from './draw/render.ts'
import { atHome, banner, closeUp, front, handwritten, type Look, tile } from './draw/scenes.ts'
import type { Svg } from './draw/svg.ts'
import { lists } from './mail.ts'
import { posters, withdrawals } from './shop.ts'

/** Everything that is drawn, in the order of the plans. `products` has one to three for each product. */
export type Pictures = Record<
  'categories' | 'subcategories' | 'banners' | 'lists' | 'receipts',
  Prepared[]
> & {
  products: Prepared[][]
}

function lookOf(category: SampleCategory, subcategory: SampleSubcategory, product: SampleProduct): Look {
  const [colour, accent] = product.colours ?? [category.tint, '#f4cf63']
  const { pack, motif, label } = product
  return {
    pack,
    motif,
    colour,
    accent,
    brand: product.brand ?? subcategory.brand,
    name: label,
    tint: category.tint,
  }
}

/** One to three views, so that the catalogue has products with few and with many pictures. */
const views = (look: Look, index: number, write: Lettering): Svg[] => [
  front(look, write),
  ...(index % 4 === 3 ? [] : [atHome(look, write)]),
  ...(index % 3 === 0 ? [closeUp(look, write)] : []),
]

/** Draws the pictures of the sample store, all at once on every core. */
export async function drawPictures(): Promise<Pictures> {
  const write = await lettering()
  const drawAll = (drawings: readonly Svg[]) => Promise.all(drawings.map((drawing) => render(drawing)))
  const subs = categories.flatMap((category) => category.subcategories.map((sub) => ({ category, sub })))
  const looks = subs.flatMap(({ category, sub }) =>
    sub.products.map((product) => lookOf(category, sub, product)),
  )
  const [products, categoryTiles, subcategoryTiles, banners, photos, receipts] = await Promise.all([
    Promise.all(looks.map((look, i) => drawAll(views(look, i, write)))),
    drawAll(categories.map(({ tint, motifs }) => tile(tint, motifs))),
    drawAll(subs.map(({ category, sub }) => tile(category.tint, sub.motifs))),
    drawAll(posters.map((poster) => banner(poster, write))),
    drawAll(
      lists.flatMap(({ heading, pages }, i) =>
        pages.map((items) => handwritten(heading, items, i * 1.4 - 2.5, write)),
      ),
    ),
    drawAll(
      withdrawals.flatMap(({ amount, upiId, bankAcNumber, paid }) => {
        const to = upiId || `Account ${bankAcNumber}`
        return paid ? [receipt(formatRupees(amount), { to, number: paid.number }, write)] : []
      }),
    ),
  ])
  return {
    products,
    categories: categoryTiles,
    subcategories: subcategoryTiles,
    banners,
    lists: photos,
    receipts,
  }
}
