import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { afterAll } from 'vitest'
import type { Db } from '../../db/types.ts'

/** A database in memory with the tables of files alone, and those of `more`: far quicker than one with every table. */
export async function fileTables(more = '') {
  const pg = new PGlite()
  await pg.exec(`CREATE TABLE files (key text PRIMARY KEY, purpose text NOT NULL, type text NOT NULL,
    size integer NOT NULL, sha256 text NOT NULL, is_private boolean NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now());
    CREATE TABLE removed_files (key text PRIMARY KEY, removed_at timestamptz NOT NULL DEFAULT now());
    CREATE TABLE database_identity (uuid uuid NOT NULL DEFAULT gen_random_uuid());
    INSERT INTO database_identity DEFAULT VALUES;
    ${more}`)
  afterAll(() => pg.close())
  return { pg, db: drizzle({ client: pg }) as unknown as Db }
}
