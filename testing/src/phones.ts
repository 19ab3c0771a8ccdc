import { type SQL, sql } from 'drizzle-orm'

type Db = { execute: (statement: SQL) => PromiseLike<unknown> }

/** Adds customers with the push tokens phone-1, phone-2 and so on. */
export const addPhones = (db: Db, count: number) =>
  db.execute(sql`
    INSERT INTO users (id, phone, refer_code, fcm_token)
    SELECT gen_random_uuid(), '+9170' || lpad(n::text, 8, '0'), 'PHONE' || n, 'phone-' || n
    FROM generate_series(1, ${count}::int) n`)

export const phonesUpTo = (count: number) => Array.from({ length: count }, (_, i) => `phone-${i + 1}`)
