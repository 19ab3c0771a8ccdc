import { api } from '@kirana/contract'
import type { Call } from '@kirana/testing/caller'
import { aPlace } from '../products/product.ts'

/** Adds a product with one pack of 500 g for ₹50, a shelf and a unique barcode. `item` returns order items of it. */
export async function packOf(call: Call, title: string, shelf: string) {
  const { name: _, ...place } = await aPlace(call)
  const { _id: productId } = await call(api.products.add, {
    body: { ...place, title, subTitle: 'Pack', description: 'As it is', loyaltyPoint: 1 },
  })
  const { variant } = await call(api.variants.add, {
    body: { productId, value: 500, unit: 'GM', mrp: 60, sellingPrice: 50 },
  })
  const variantId = variant[0]?.variantId ?? ''
  const barcode = `891${String(Math.floor(Math.random() * 1e10)).padStart(10, '0')}`
  await call(api.stock.edit, { body: { variantId, shelf, lowAt: 0, barcodes: [barcode] } })
  return { barcode, item: (quantity: number) => ({ productId, variantId, quantity }) }
}
