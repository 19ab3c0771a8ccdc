import { randomBytes, randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { Statement } from './recorder.ts'

export type Placed = {
  statements: Statement[]
  customerId: string
  /** 'OD261121-0005001': its tail is the number of the order. */
  orderId: string
}

const ids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{64}/g
const isSeeded = /-0000-7000-8000-/
const newLike = (old: string) => (old.length === 64 ? randomBytes(32).toString('hex') : randomUUID())

/**
 * A transaction that placed an order, once more: the same statements, straight to PostgreSQL, with nothing around them.
 * Ids, key and number are its own; the seed's products stay.
 */
export async function placeAgain(
  pool: pg.Pool,
  { statements, customerId, orderId }: Placed,
  customer: string,
) {
  const tail = orderId.slice(orderId.indexOf('-') + 1)
  const fresh = new Map([[customerId, customer]])
  let number = ''
  const again = (value: string | null) => {
    if (value === String(Number(tail))) return number
    const text = value?.replaceAll(orderId, orderId.replace(tail, number.padStart(tail.length, '0')))
    return text?.replace(ids, (old) => {
      const known = fresh.get(old) ?? (isSeeded.test(old) ? old : newLike(old))
      fresh.set(old, known)
      return known
    })
  }
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    for (const { text, values } of statements) {
      const { rows } = await client.query<{ customer?: { number: number } }>(text, values.map(again))
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
