import { randomBytes, randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { Statement } from './recorder.ts'

export type Placed = {
  statements: Statement[]
  customerId: string
  /** 'OD261121-0005001'; the part after the hyphen is the sequence number. */
  orderId: string
}

const ids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{64}/g
const seededId = /-0000-7000-8000-/
const newLike = (old: string) => (old.length === 64 ? randomBytes(32).toString('hex') : randomUUID())

/**
 * Replays the recorded transaction that placed an order, directly on PostgreSQL. Ids, keys and the order number are
 * replaced by new ones; seeded products stay.
 */
export async function replayOrder(
  pool: pg.Pool,
  { statements, customerId, orderId }: Placed,
  customer: string,
) {
  const tail = orderId.slice(orderId.indexOf('-') + 1)
  const replaced = new Map([[customerId, customer]])
  let number = ''
  const replace = (value: string | null) => {
    if (value === String(Number(tail))) return number
    const text = value?.replaceAll(orderId, orderId.replace(tail, number.padStart(tail.length, '0')))
    return text?.replace(ids, (old) => {
      const id = replaced.get(old) ?? (seededId.test(old) ? old : newLike(old))
      replaced.set(old, id)
      return id
    })
  }
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    for (const { text, values } of statements) {
      const { rows } = await client.query<{ customer?: { number: number } }>(text, values.map(replace))
      number ||= String(rows[0]?.customer?.number ?? '')
    }
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  } finally {
    client.release()
  }
}
