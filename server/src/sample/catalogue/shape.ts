import type { Unit } from '@kirana/domain/vocabulary'
import type { Motif } from '../draw/scenes.ts'
import type { Pack } from '../draw/packs.ts'

/** What is sold, its MRP, and the discount on it: '500 GM ₹120', '1 Kilo ₹60 -15%'. */
export type Offer = `${number} ${Unit} ₹${number}` | `${number} ${Unit} ₹${number} -${number}%`

export type SampleProduct = {
  title: string
  subtitle: string
  description: string
  /** What stands on the packet. */
  label: string
  pack: Pack
  motif: Motif
  /** Two colours of the packaging; the category's where none are given. */
  colours?: readonly [string, string]
  brand?: string
  keywords?: readonly string[]
  offers: readonly [Offer, ...Offer[]]
}

export type SampleSubcategory = {
  name: string
  motifs: readonly Motif[]
  /** For its products, unless one says otherwise. */
  brand: string
  manufacturer: string
  expiry: string
  keywords: readonly string[]
  products: readonly SampleProduct[]
}

export type SampleCategory = {
  section: 'Fresh & Daily' | 'Grocery & Kitchen' | 'Snacks & Drinks' | 'Home & Personal Care'
  name: string
  tint: string
  motifs: readonly Motif[]
  subcategories: readonly SampleSubcategory[]
}
