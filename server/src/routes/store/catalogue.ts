import type { Returned } from '@kirana/contract/wire/route'
import { storeCatalogue as calls } from '@kirana/contract/store/catalogue'
import { sql } from 'drizzle-orm'
import { answered, rowsOf } from '../../db/rows.ts'
import * as z from 'zod/mini'
import { requireRow } from '../../errors.ts'
import { serve } from '../../http/serve.ts'
import { openNow, storedOpening, type StoredOpening } from '../../services/shared/opening.ts'

type Catalogue = Returned<typeof calls.get>
type Stored = Omit<Catalogue, 'isOpen' | 'opensAt' | 'eta'> & { opening: StoredOpening | null }

const catalogueRow = z.strictObject({ catalogue: answered<Stored>() })

export const storeCatalogue = serve(calls, {
  get: async ({ db, now }) => {
    const rows = await rowsOf(db, catalogueRow).execute(sql`
      SELECT json_build_object(
        'sections', (SELECT coalesce(json_agg(json_build_object('id', s.id, 'name', s.name, 'categories', (
            SELECT coalesce(json_agg(json_build_object('id', c.id, 'name', c.name, 'image', c.image, 'subcategories', (
              SELECT coalesce(json_agg(json_build_object('id', b.id, 'name', b.name, 'image', b.image) ORDER BY b.id), '[]')
              FROM subcategories b WHERE b.category_id = c.id AND b.is_active)) ORDER BY c.id), '[]')
            FROM categories c WHERE c.section_id = s.id AND c.is_active)) ORDER BY s.id), '[]') FROM sections s),
        'banners', (SELECT coalesce(json_agg(json_build_object('id', id, 'image', image) ORDER BY id), '[]') FROM banners),
        'company', json_build_object('name', y.name, 'email', y.email, 'contact', y.contact, 'website', y.website,
          'gstin', y.gstin, 'fssai', y.fssai, 'address', y.address, 'deliveryTime', y.delivery_time),
        'pincodes', (SELECT coalesce(json_agg(pincode ORDER BY pincode), '[]') FROM pincodes WHERE is_active),
        'opening', ${storedOpening}) AS catalogue
      FROM company y`)
    const { opening, ...catalogue } = requireRow(rows, 'Catalogue').catalogue
    return { ...catalogue, ...openNow(opening, catalogue.company.deliveryTime, now) }
  },
})
