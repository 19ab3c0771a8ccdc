import { sql } from 'drizzle-orm'
import type { Db } from '../db/types.ts'

/** So many customers with a phone to push to, whose tokens are phone-1, phone-2 and so on. */
export const addPhones = (db: Db, count: number) =>
  db.execute(sql`
    INSERT INTO users (id, phone, refer_code, fcm_token)
    SELECT gen_random_uuid(), '+9170' || lpad(n::text, 8, '0'), 'PHONE' || n, 'phone-' || n
    FROM generate_series(1, ${count}::int) n`)

export const phonesUpTo = (count: number) => Array.from({ length: count }, (_, i) => `phone-${i + 1}`)
