import { desc } from 'drizzle-orm'
import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { auditRows } from '../../tables/journal.ts'
import type { TestApp } from '../app.ts'

type Fields = Record<string, unknown>
type Answer = Promise<{ status: number; message: string; data: unknown }>

type PlainList = {
  t: TestApp
  /** The name of its calls in the contract. */
  name: string
  list: () => Promise<{ _id: string }[]>
  /** Sends a valid row with `fields` in place of its own. */
  add: (fields?: Fields) => Answer
  edit: (id: string, fields?: Fields) => Answer
  remove: (id: string) => Answer
  /** The data that `add` answers; null if absent. */
  answer?: unknown
  messages: { added: string; edited: string; removed: string; missing: string }
  /** The row of `add()` in the list, without its id and version. */
  row: Fields
  /** The fields that an edit sends, and the changed fields of the list if those differ. */
  change: Fields
  changed?: Fields
  /** A text that is stored as it is: its name in the call and in the list. */
  text: { sent: string; listed: string; values: readonly string[] }
  /** Two texts, and one that is the first again; absent where rows may have equal texts. */
  unique?: { first: string; second: string; again: string; message: (text: string) => string }
  /** What add and edit refuse, with the message. */
  wrong: readonly (readonly [Fields, string])[]
  /** Values in the audit log: those of `add()`, defaults of the database, and the values after `change`. */
  audited: { added: Fields; defaults?: Fields; after: Fields }
  /** The most SQL statements of each call. */
  statements: { add: number; list: number; edit: number; remove: number }
}

/** The tests of a list whose rows staff add, change and delete. Special behaviour of a list has separate tests. */
export function testPlainList(tested: PlainList) {
  const { t, name, list, add, edit, remove, messages, change, text, unique } = tested

  async function added(fields?: Fields) {
    const before = (await list()).map(({ _id }) => _id)
    expect((await add(fields)).status).toBe(200)
    return (await list()).find(({ _id }) => !before.includes(_id))?._id ?? ''
  }

  test('adds, lists, changes and deletes a row, each with its message', async () => {
    const data = tested.answer ?? null
    expect(await add()).toMatchObject({ status: 200, message: messages.added, data })
    const [row] = await list()
    expect(row).toEqual({ _id: expect.any(String), version: 1, ...tested.row })
    const id = row?._id ?? ''
    expect(await edit(id, change)).toMatchObject({ status: 200, message: messages.edited })
    expect(await list()).toEqual([{ ...row, version: 2, ...(tested.changed ?? change) }])
    expect(await remove(id)).toMatchObject({ status: 200, message: messages.removed })
    expect(await list()).toEqual([])
  })

  test.each(tested.wrong)('rejects %j on add and edit', async (wrong, message) => {
    const refused = { status: 400, message }
    expect(await add(wrong)).toMatchObject(refused)
    expect(await list()).toEqual([])
    const id = await added()
    const before = await list()
    expect(await edit(id, wrong)).toMatchObject(refused)
    expect(await list()).toEqual(before)
  })

  test.each(text.values)('stores the text %j unchanged', async (value) => {
    const sent = { [text.sent]: value }
    const listed = { [text.listed]: value }
    const id = await added(sent)
    expect(await list()).toMatchObject([listed])
    const again = await add(sent)
    if (unique) expect(again).toMatchObject({ status: 409, message: unique.message(value) })
    else expect(again.status).toBe(200)
    expect(await list()).toMatchObject(unique ? [listed] : [listed, listed])
    expect((await edit(id, sent)).status).toBe(200)
  })

  if (unique)
    test('rejects a duplicate and names it, but a row may keep its own value', async () => {
      const sent = (value: string) => ({ [text.sent]: value })
      const { again } = unique
      const id = await added(sent(unique.first))
      const other = await added(sent(unique.second))
      const before = await list()
      const refused = { status: 409, message: unique.message(again) }
      expect(await add(sent(again))).toMatchObject(refused)
      expect(await edit(other, { ...change, ...sent(again) })).toMatchObject(refused)
      expect(await list()).toEqual(before)
      expect((await edit(id, { ...change, ...sent(again) })).status).toBe(200)
      expect(await list()).toContainEqual(expect.objectContaining({ _id: id, [text.listed]: again }))
    })

  test('answers 404 for unknown rows', async () => {
    const missing = { status: 404, message: messages.missing }
    expect(await remove(v7())).toMatchObject(missing)
    expect(await edit(v7())).toMatchObject(missing)
    for (const id of ['nonsense', "'", '%'])
      expect([(await remove(id)).status, (await edit(id)).status]).toEqual([404, 404])
  })

  test('audits old and new values', async () => {
    const id = await added()
    await edit(id, change)
    await remove(id)
    const rows = await t.db.select().from(auditRows).orderBy(desc(auditRows.id)).limit(3)
    const { added: sent, defaults, after } = tested.audited
    expect(rows.toReversed()).toMatchObject([
      { call: `${name}.add`, object: id, before: null, after: sent },
      { call: `${name}.edit`, object: id, before: { ...sent, ...defaults }, after },
      { call: `${name}.remove`, object: id, before: after },
    ])
  })

  test('runs few statements, plus session and audit', async () => {
    const cost = async (work: () => Promise<unknown>) => (await t.statements(work)).length
    expect(await cost(add)).toBeLessThanOrEqual(tested.statements.add)
    const id = (await list())[0]?._id ?? ''
    expect(await cost(list)).toBeLessThanOrEqual(tested.statements.list)
    expect(await cost(() => edit(id, change))).toBeLessThanOrEqual(tested.statements.edit)
    expect(await cost(() => remove(id))).toBeLessThanOrEqual(tested.statements.remove)
  })
}
