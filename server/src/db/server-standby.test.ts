import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runProgram, SERVER } from '@kirana/testing/program'
import { type Server, startPostgres, startStandby } from '@kirana/testing/postgres'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emptyDatabase } from '../testing/database.ts'
import { onServer } from '../testing/on-server.ts'
import { openDatabase } from './open.ts'
import { asOptions } from './server-settings.ts'

const readOnly = (variable: string) =>
  `The PostgreSQL server of ${variable} is read only. Name the primary server, not a standby. ` +
  'Behind HAProxy, start again in a few seconds: until it has checked the servers, it takes each for the primary.'

onServer(() => {
  let primary: Server
  let standby: Server
  const folder = mkdtempSync(join(tmpdir(), 'kirana-process-'))
  beforeAll(async () => {
    primary = await startPostgres()
    standby = await startStandby(primary.url)
  })
  afterAll(async () => {
    await standby.stop()
    await primary.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  test('a server process and a command do not start on a standby; the error says what to do', async () => {
    const env = { PORT: '0', DATA_DIR: folder, DATABASE_URL: standby.url, SAMPLE_DATA: 'off' }
    const [server, command] = await Promise.all(
      [SERVER, 'server/src/commands/after-restore.ts'].map((file) => runProgram([file], env).ended),
    )
    const said = `Kirana could not start: ${readOnly('DATABASE_URL')}\n`
    expect(server).toEqual({ code: 1, said })
    expect(command).toEqual({ code: 1, said: `${readOnly('DATABASE_URL')}\n` })
  })

  test('the error for a standby at DATABASE_DIRECT_URL names the variable', async () => {
    const near = await emptyDatabase()
    const pooled = new URL(near.url ?? '')
    // pgbouncer opens its connections with the settings of the role, too.
    pooled.searchParams.set('options', asOptions)
    const database = await openDatabase({ url: pooled.href, directUrl: standby.url, folder: null })
    await expect(database.migrate('server/drizzle')).rejects.toThrow(readOnly('DATABASE_DIRECT_URL'))
    await database.close()
    await near.close()
  })

  test('another database at DATABASE_DIRECT_URL is not migrated', async () => {
    const [near, other] = [await emptyDatabase(), await emptyDatabase()]
    const pooled = new URL(near.url ?? '')
    pooled.searchParams.set('options', asOptions)
    const database = await openDatabase({ url: pooled.href, directUrl: other.url, folder: null })
    await expect(database.migrate('server/drizzle')).rejects.toThrow(
      'DATABASE_DIRECT_URL has another database than DATABASE_URL. Name the same database, without the pooler.',
    )
    const { rows } = await other.db.execute(sql`SELECT FROM pg_namespace WHERE nspname = 'drizzle'`)
    expect(rows).toEqual([])
    await database.close()
    await Promise.all([near.close(), other.close()])
  })

  test('a start that fails in a statement prints the reason of the database, without the statement', async () => {
    const near = await emptyDatabase()
    const url = new URL(near.url ?? '')
    await near.db.execute(sql`DROP ROLE IF EXISTS no_tables`)
    await near.db.execute(sql`CREATE ROLE no_tables LOGIN`)
    url.username = 'no_tables'
    const env = { PORT: '0', DATA_DIR: folder, DATABASE_URL: url.href, SAMPLE_DATA: 'off' }
    const { code, said } = await runProgram([SERVER], env).ended
    expect({ code, said }).toEqual({
      code: 1,
      said: `Kirana could not start: permission denied for database ${url.pathname.slice(1)}\n`,
    })
    await near.db.execute(sql`DROP ROLE no_tables`)
    await near.close()
  })
})
