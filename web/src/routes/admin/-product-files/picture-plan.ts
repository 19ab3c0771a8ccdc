import { MAX_BYTES, tooLargeFile } from '@kirana/contract/wire/file-limits'
import { productImages } from '@kirana/contract/product-images'
import type { Data } from '@kirana/contract/wire/route'
import { tidyText } from '@kirana/contract/wire/bounded'
import { NOT_A_PICTURE } from '@kirana/domain/pictures'

type Picture = Pick<File, 'name' | 'size' | 'type'>
type Found = Data<typeof productImages.find>

/**
 * Formats that the server accepts. The server checks the content; this check only avoids uploads that it would reject.
 */
export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif']

/** The plan for a picture: its product, or why it is not sent. */
export type Planned<P extends Picture> =
  | { file: P; product: { _id: string; title: string } }
  | { file: P; problem: string }
export type Sendable<P extends Picture> = Extract<Planned<P>, { product: object }>

export const isSendable = <P extends Picture>(planned: Planned<P>): planned is Sendable<P> =>
  'product' in planned

/**
 * The possible titles in a file name: the name without its extension, and the same without a number at its end. The
 * number sorts several pictures of one product: 'Toned Milk 2.jpg', 'toned-milk-2.jpg', 'Toned Milk (2).jpg'.
 */
function readingsOf(fileName: string) {
  const whole = tidyText(fileName.replace(/\.[a-z\d]{1,5}$/i, ''))
  const [, title, inBrackets, number] = /^(.+?)(?:\s*\((\d+)\)|[\s_-]+(\d+))$/.exec(whole) ?? []
  return { whole, numbered: title ? { title, number: Number(inBrackets ?? number) } : null }
}

/** The titles to look up in the store before `planOf`. */
export const namesOf = (files: readonly Picture[]) => [
  ...new Set(
    files.flatMap(({ name }) => {
      const { whole, numbered } = readingsOf(name)
      return numbered ? [whole, numbered.title] : [whole]
    }),
  ),
]

/**
 * The plan for each picture, in the order of sending: by title, then by number, those without a number first. A title
 * may itself end in a number, so the whole name is looked up before the name without its number.
 */
export function planOf<P extends Picture>(files: readonly P[], found: Found): Planned<P>[] {
  const byName = new Map(found.map(({ name, products }) => [name, products]))
  const room = new Map<string, number>()

  const read = files.map((file) => {
    const { whole, numbered } = readingsOf(file.name)
    const products = byName.get(whole)
    if (products || !numbered) return { file, name: whole, number: 0, products: products ?? [] }
    return { file, name: numbered.title, number: numbered.number, products: byName.get(numbered.title) ?? [] }
  })
  const titleOf = ({ products, name }: (typeof read)[number]) => products[0]?.title ?? name
  const sorted = read.toSorted(
    (a, b) => titleOf(a).localeCompare(titleOf(b), 'en-IN', { numeric: true }) || a.number - b.number,
  )
  return sorted.map(({ file, products: [product, second] }) => {
    const { max } = productImages.add.files
    if (!PICTURE_TYPES.includes(file.type)) return { file, problem: NOT_A_PICTURE }
    if (file.size > MAX_BYTES.image) return { file, problem: tooLargeFile('image') }
    if (!product) return { file, problem: 'No product has this name' }
    if (second) return { file, problem: 'Two products have this name' }
    const left = room.get(product._id) ?? max - product.images
    if (left <= 0) return { file, problem: `The product would have more than ${max} pictures` }
    room.set(product._id, left - 1)
    return { file, product }
  })
}
