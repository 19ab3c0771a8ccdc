import { Client } from 'pg'
import type { Write } from './shop.ts'

/** Runs one statement on a new connection, because the server is stopped and restored between them. */
export async function query<Row>(url: string, statement: string): Promise<Row[]> {
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(statement)).rows as Row[]
  } finally {
    await client.end()
  }
}

/** Every number that people outside the store may know, such as 'invoice 26-27/1'. */
export async function numbersIn(url: string): Promise<string[]> {
  const rows = await query<{ number: string }>(
    url,
    `SELECT 'order ' || order_id AS number FROM orders
    UNION ALL SELECT 'customer ' || customer_number FROM users
    UNION ALL SELECT 'invoice ' || year || '/' || number FROM invoices
    UNION ALL SELECT 'credit note ' || year || '/' || number FROM credit_notes`,
  )
  return rows.map(({ number }) => number)
}

/** The orders that are stored, and those that staff have accepted. */
export async function storedIn(url: string) {
  const rows = await query<{ id: string; accepted: boolean }>(
    url,
    `SELECT o.id, EXISTS (SELECT FROM order_history h WHERE h.order_id = o.id AND h.to_status = 'prepared') AS accepted
    FROM orders o`,
  )
  return {
    order: new Set(rows.map(({ id }) => id)),
    accept: new Set(rows.flatMap(({ id, accepted }) => (accepted ? [id] : []))),
  }
}

/** Compares the writes with what the restored database has. `target` in ms since 1970. */
export function compared(
  writes: readonly Write[],
  stored: Awaited<ReturnType<typeof storedIn>>,
  target: number,
) {
  const isStored = ({ kind, id }: Write) => id !== null && stored[kind].has(id)
  const before = writes.filter(({ answeredAt }) => answeredAt !== null && answeredAt <= target)
  const after = writes.filter(({ sentAt, answeredAt }) => answeredAt !== null && sentAt > target)
  return {
    acknowledgedBefore: before.length,
    lost: before.filter((write) => !isStored(write)).length,
    acknowledgedAfter: after.length,
    kept: after.filter(isStored).length,
  }
}
