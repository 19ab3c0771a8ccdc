import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, key, version } from './columns.ts'
import { products } from './products.ts'

/** Review videos of a product; `code` is the video's code, not a URL. Belongs to the company. */
export const videos = pgTable(
  'videos',
  {
    id: key(),
    productId: uuid('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    fullName: text('full_name').notNull().default(''),
    code: text('code').notNull(),
    about: text('about').notNull(),
    version: version(),
    createdAt: createdAt(),
  },
  (t) => [index('videos_product').on(t.productId, t.id)],
)
