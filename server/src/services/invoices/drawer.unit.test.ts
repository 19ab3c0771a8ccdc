import { afterEach, expect, test } from 'vitest'
import { invoiceOf, line, supply } from '../../testing/invoices/supply.ts'
import type { InvoiceData } from './data.ts'
import { openInvoiceDrawer } from './drawer.ts'

const invoice = (number: number, lines: number, more: Partial<InvoiceData> = {}): InvoiceData => {
  const goods = Array.from({ length: lines }, (_, n) => line(`चावल ${n}`, 1, 100))
  const ordered = supply(goods, { charges: [], discount: 0, referralDiscount: 0, orderId: `KRN-${number}` })
  return invoiceOf(ordered, { number: `26-27/${number}`, ...more })
}

const heard: unknown[] = []
const open: { close: () => Promise<void> }[] = []
function opened(limits?: Parameters<typeof openInvoiceDrawer>[1]) {
  const drawer = openInvoiceDrawer((error) => heard.push(error), limits)
  open.push(drawer)
  return drawer
}
afterEach(async () => {
  for (const drawer of open.splice(0)) await drawer.close()
  heard.length = 0
})

test('caches a drawn invoice until any of its content changes', async () => {
  const { draw } = opened()
  const first = await draw(invoice(1, 2), 'staff:1')
  expect(first.subarray(0, 5).toString()).toBe('%PDF-')
  expect(await draw(invoice(1, 2), 'customer:1')).toBe(first)
  const paid = await draw(invoice(1, 2, { paymentStatus: 'paid' }), 'staff:1')
  expect(paid.equals(first)).toBe(false)
  expect((await draw(invoice(2, 2), 'staff:1')).equals(first)).toBe(false)
  expect(await draw(invoice(1, 2), 'staff:1')).toBe(first)
  expect(heard).toEqual([])
})

test('evicts the oldest invoice from a full cache', async () => {
  const { draw } = opened({ maxKeptBytes: 50_000 })
  const first = await draw(invoice(1, 2), 'staff:1')
  expect(first.length).toBeLessThan(50_000)
  expect(await draw(invoice(1, 2), 'staff:1')).toBe(first)
  for (const number of [2, 3, 4, 5]) await draw(invoice(number, 2), 'staff:1')
  const again = await draw(invoice(1, 2), 'staff:1')
  expect(again).not.toBe(first)
  expect(again.equals(first)).toBe(true)
})

test('schedules callers fairly and limits the queued invoices of each', async () => {
  const { draw } = opened({ maxWaitingPerCaller: 5, maxWaiting: 8 })
  const order: string[] = []
  const ask = (number: number, caller: string) =>
    draw(invoice(number, 2), caller).then(
      () => order.push(caller),
      (error: Error) => order.push(`${caller} ${error.message}`),
    )
  // The seventh exceeds the caller's limit. Two more are dropped in favour of callers who have fewer in the full queue.
  const all = Array.from({ length: 7 }, (_, n) => ask(n, 'greedy'))
  all.push(ask(10, 'other'), ask(11, 'staff'), ask(12, 'staff'), ask(13, 'late'))
  await Promise.all(all)
  const rejected = 'greedy Too many invoices at once. Please try again'
  expect(order).toEqual([
    rejected,
    rejected,
    rejected,
    'greedy',
    'other',
    'staff',
    'late',
    'greedy',
    'staff',
    'greedy',
    'greedy',
  ])
})

test('rejects only the invoice that does not add up', async () => {
  const { draw } = opened()
  const wrong = draw(invoice(1, 2, { total: 1 }), 'staff:1')
  const right = draw(invoice(2, 2), 'staff:1')
  await expect(wrong).rejects.toThrow('The invoice of KRN-1 does not add up: the total')
  expect((await right).length).toBeGreaterThan(1_000)
})

test('rejects the call of a crashed thread and starts a new thread', async () => {
  const { draw } = opened({ maxThreadMb: 64 })
  const before = await draw(invoice(1, 2), 'staff:1')
  const deadly = draw(invoice(2, 250_000), 'staff:1')
  const after = draw(invoice(3, 2), 'staff:1')
  await expect(deadly).rejects.toMatchObject({
    status: 503,
    message: 'The invoice could not be drawn. Please try again',
  })
  expect((await after).length).toBeGreaterThan(1_000)
  expect(await draw(invoice(1, 2), 'staff:1')).toBe(before)
  expect(heard).toHaveLength(1)
})

test('terminates a thread that does not finish', async () => {
  const { draw } = opened({ maxDrawingMs: 50 })
  await expect(draw(invoice(1, 50_000), 'staff:1')).rejects.toMatchObject({ status: 503 })
})

test('rejects queued and new calls after it is closed', async () => {
  const { draw, close } = opened()
  const asked = [1, 2].map((number) => draw(invoice(number, 100), 'staff:1'))
  const ended = Promise.allSettled(asked)
  await close()
  expect((await ended).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await expect(draw(invoice(3, 1), 'staff:1')).rejects.toMatchObject({ status: 503 })
  expect(heard).toEqual([])
})
