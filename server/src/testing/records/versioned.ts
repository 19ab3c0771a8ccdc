import type { SQL } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auditRows } from '../../tables/journal.ts'
import type { TestApp } from '../app.ts'
import { raceOnLock } from '../races/race-on-lock.ts'

export type Seen = { version?: number | undefined }
type Answer = { status: number; code?: string; message: string; data: unknown }

/** An edited record: how it is read and changed, `name` being the text that the edit writes. */
export type VersionedRecord = {
  read: () => Promise<{ version: number; name: string }>
  edit: (name: string, seen: Seen) => Promise<Answer>
  /** Locks what an edit locks first. */
  lock: SQL
}

type Versioned = {
  t: TestApp
  /** The record as the message calls it: 'this coupon'. */
  what: string
  aRecord: () => Promise<VersionedRecord>
  /** The name of the edited field in the error's data. */
  field: string
  /** Three values for it. */
  names: readonly [string, string, string]
  /** Who edits it, by name. */
  by: string
  /** The response to an edit: the new version alone, or a record. */
  answers: 'version' | 'record'
}

/** The tests of a record that is edited on top of the version that was read (decision 015). */
export function testVersioned({
  t,
  what,
  aRecord,
  field,
  names: [first, second, third],
  by,
  answers,
}: Versioned) {
  test('refuses an edit of an earlier version, and returns the current record', async () => {
    const { read, edit } = await aRecord()
    const { version } = await read()
    expect(version).toBeGreaterThan(0)
    const saved = await edit(first, { version })
    expect(saved.status).toBe(200)
    expect(await read()).toEqual({ version: version + 1, name: first })
    if (answers === 'version') expect(saved.data).toEqual({ version: version + 1 })

    const audited = await t.db.$count(auditRows)
    const stale = await edit(second, { version })
    expect(stale).toMatchObject({
      status: 409,
      code: 'stale',
      message: `Somebody has changed ${what} since you opened it`,
    })
    const { [field]: now, ...rest } = stale.data as { [name: string]: unknown }
    expect(String(now)).toBe(first)
    expect(rest).toMatchObject({ version: version + 1, by, at: t.context.now().toISOString() })
    expect(await read()).toEqual({ version: version + 1, name: first })
    expect(await t.db.$count(auditRows)).toBe(audited)

    expect((await edit(second, { version: version + 1 })).status).toBe(200)
    expect(await read()).toEqual({ version: version + 2, name: second })
  })

  test('accepts an edit without a version, as older clients send it, and increments the version', async () => {
    const { read, edit } = await aRecord()
    const { version } = await read()
    expect((await edit(first, {})).status).toBe(200)
    expect((await edit(second, {})).status).toBe(200)
    expect(await read()).toEqual({ version: version + 2, name: second })
    expect((await edit(third, { version })).status).toBe(409)
  })

  test('of two edits of one version at the same time, one is saved', async () => {
    const { read, edit, lock } = await aRecord()
    const { version } = await read()
    const both = await raceOnLock(
      t,
      lock,
      [first, second].map((name) => () => edit(name, { version })),
    )
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const name = both[0]?.status === 200 ? first : second
    expect(await read()).toEqual({ version: version + 1, name })
  })
}
