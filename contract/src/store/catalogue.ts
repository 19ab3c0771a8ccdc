import * as z from 'zod/mini'
import { Banner } from '../banners.ts'
import { PublicCompany } from '../company.ts'
import { openNow } from '../opening.ts'
import { forAnyone, get } from '../wire/route.ts'
import { id, renamed } from '../wire/shapes.ts'

const named = { _id: id, name: z.string() }
const pictured = { ...named, image: z.string() }
const names = { _id: 'id' } as const

/** What the customer app shows first: active categories and subcategories by section, and the delivery area. */
export const Catalogue = z.object({
  sections: z.array(
    renamed(
      {
        ...named,
        categories: z.array(
          renamed({ ...pictured, subcategories: z.array(renamed(pictured, names)) }, names),
        ),
      },
      names,
    ),
  ),
  banners: z.array(Banner),
  company: PublicCompany,
  pincodes: z.array(z.string()),
  ...openNow,
})
export type Catalogue = z.input<typeof Catalogue>

export const storeCatalogue = {
  get: get(
    forAnyone,
    '/store/catalogue',
    'Sections with their active categories and subcategories, banners, company, delivery pincodes and whether the store is open',
    { data: Catalogue, replica: true },
  ),
}
