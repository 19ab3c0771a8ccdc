import { appendFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { openDatabase } from '../../db/open.ts'

/** A process of the crash tests: writes rows until it is killed and logs each acknowledged one. */
const [folder = '', acknowledged = '', first = '0'] = process.argv.slice(2)
const database = await openDatabase({ url: null, folder })
await database.db.execute(sql`CREATE TABLE IF NOT EXISTS kept (n int PRIMARY KEY, text text NOT NULL)`)
process.stdout.write('writing\n')
for (let n = Number(first); ; n++) {
  await database.transaction(async (tx) => {
    await tx.execute(sql`INSERT INTO kept (n, text) VALUES (${n}, ${'row '.repeat(50)})`)
    await tx.execute(sql`UPDATE kept SET text = text || '.' WHERE n = ${n - 1}`)
  })
  appendFileSync(acknowledged, `${n}\n`)
}
