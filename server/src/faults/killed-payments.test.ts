import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { api } from '@kirana/contract'
import { startRazorpay, type Webhook } from '@kirana/testing/razorpay'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openDatabase } from '../db/open.ts'
import { checkInvariants } from '../services/operations/invariants.ts'
import { folderStore } from '../services/files/store.ts'
import { home } from '../testing/factories.ts'
import { serverProcesses } from '../testing/processes/process.ts'
import { callOver, openShop } from '../testing/processes/process-shop.ts'
import { noteResult } from '../testing/results.ts'

const { folder, started } = serverProcesses()

/** Where the process is killed; each in turn. The provider sees the requests, so it knows the moment. */
const steps = [
  'when the checkout is asked for',
  'when the checkout was made and the answer is lost',
  'when a webhook arrives',
  'a moment after a webhook arrived',
  'when a refund is asked for',
  'when a refund was made and the answer is lost',
  'a moment after a refund was answered',
  'when the webhook of a refund arrives',
] as const
type Step = (typeof steps)[number]
/** `npm run test:faults` sets a higher number and records the results. */
const kills = Math.max(steps.length, Math.ceil(Number(process.env['KILLS'] ?? 0) / 10))

test(
  `loses and doubles no payment and no refund in ${kills} kills between their steps`,
  async () => {
    const razorpay = await startRazorpay()
    const start = () => started(razorpay.environment())
    let server = await start()
    const shop = await openShop(server)
    let isDying = false
    let deaths = 0
    const kill = () => {
      isDying = true
      server.child.kill('SIGKILL')
    }
    /** The provider repeats a webhook until it is answered 200, also to the next process. */
    const send = async ({ headers, body }: Webhook) => {
      const answer = await fetch(`${server.address}/api/v1/payments/razorpay/webhook`, {
        method: 'POST',
        headers,
        body,
      }).catch(() => null)
      return answer?.status
    }
    const sent: Webhook[] = []
    const deliver = async () => {
      for (let webhook = razorpay.webhooks[0]; webhook; webhook = razorpay.webhooks[0]) {
        const status = await send(webhook)
        if (status === undefined) return
        expect(status).toBe(200)
        sent.push(...razorpay.webhooks.splice(0, 1))
      }
    }
    const place = (key: string) =>
      callOver(
        server.address,
        api.storeOrders.place,
        { body: { items: [shop.item], address: home, payment: 'online' } },
        { ...shop.customer, 'idempotency-key': key },
      )
    const cancel = (orderId: string) =>
      callOver(
        server.address,
        api.orders.changeStatus,
        { params: { orderId, status: 'Canceled' }, query: {} },
        shop.staff,
      )

    /** Kills the process at the step of this round, and starts the next one. */
    const dieAt: Record<Step, () => void> = {
      'when the checkout is asked for': () => onRequest('/orders', 'away'),
      'when the checkout was made and the answer is lost': () => onRequest('/orders', 'lost'),
      'when a webhook arrives': () => onWebhook(0),
      'a moment after a webhook arrived': () => onWebhook(Math.random() * 40),
      'when a refund is asked for': () => onRequest('/refund', 'away'),
      'when a refund was made and the answer is lost': () => onRequest('/refund', 'lost'),
      'a moment after a refund was answered': () => onRequest('/refund', 'ok'),
      'when the webhook of a refund arrives': () => onWebhook(Math.random() * 20),
    }
    function onRequest(path: string, reply: 'ok' | 'away' | 'lost') {
      razorpay.reply = (request) => {
        if (!request.startsWith('POST') || !request.endsWith(path)) return 'ok'
        razorpay.reply = () => 'ok'
        if (reply === 'ok') setTimeout(kill, Math.random() * 20)
        else kill()
        return reply
      }
    }
    function onWebhook(ms: number) {
      const [first] = razorpay.webhooks
      if (first) void send(first)
      if (ms === 0) setImmediate(kill)
      else setTimeout(kill, ms)
    }
    const restarted = async () => {
      if (!isDying) return
      await server.ended
      isDying = false
      deaths++
      // A minute passes: another process takes over what this one had claimed.
      const database = await openDatabase({ url: null, folder: join(folder(), 'database') })
      await database.db.execute(sql`UPDATE refunds SET next_at = now() WHERE next_at IS NOT NULL`)
      await database.close()
      server = await start()
    }
    /** Repeats an action until a process has lived long enough to answer it. */
    const untilAnswered = async <T>(
      work: () => Promise<{ status: number; data: T; message: string } | null>,
    ) => {
      for (let tries = 0; tries < 5; tries++) {
        const answer = await work()
        if (isDying) await restarted()
        if (answer?.status === 200) return answer.data
        // A conflict means that an earlier try was stored, because cancelations have no key.
        if (answer?.status === 409) return null
      }
      throw new Error('No answer in five tries')
    }

    for (let round = 0; round < kills; round++) {
      const step = steps[round % steps.length] ?? steps[0]
      if (step.includes('checkout')) dieAt[step]()
      const order = await untilAnswered(() => place(`order-${round}`))
      if (!order?.checkout) throw new Error(`${step}: no checkout`)
      expect(order.checkout.amount).toBe(5_000)
      const payment = razorpay.pay(order.checkout.orderId)
      if (step.includes('webhook arrive')) {
        if (step.includes('refund')) await deliver()
        else dieAt[step]()
      }
      if (!isDying) await sleep(step.includes('moment') ? 50 : 5)
      await restarted()
      await deliver()
      // Every other order is canceled, and each order of a step about refunds.
      if (step.includes('refund') || round % 2 === 0) {
        if (step.includes('refund') && !step.includes('webhook')) dieAt[step]()
        await untilAnswered(() => cancel(order._id))
        await expect
          .poll(() => isDying || razorpay.refundedOf(payment.id) > 0, { timeout: 20_000 })
          .toBe(true)
        if (step.includes('webhook of a refund')) {
          dieAt[step]()
          await sleep(50)
        }
        if (step.includes('moment after a refund')) await sleep(50)
        await restarted()
        await expect
          .poll(() => razorpay.refundedOf(payment.id), { timeout: 20_000, message: `${step}: no refund` })
          .toBe(5_000)
      }
      await deliver()
      noteResult('payment-kills', {
        kills: round + 1,
        payments: razorpay.payments.size,
        refunds: razorpay.refunds.size,
      })
    }
    expect(deaths).toBe(kills)
    // Everything is delivered once more: repeats change nothing.
    for (const webhook of sent.slice(-20)) expect(await send(webhook)).toBe(200)
    server.child.kill('SIGTERM')
    await server.ended

    const database = await openDatabase({ url: null, folder: join(folder(), 'database') })
    const { rows } = await database.db.execute<{
      paid: number
      refunded: number
      open: number
      orders: number
    }>(sql`
      SELECT (SELECT count(*)::int FROM payments WHERE state = 'paid') AS paid,
        (SELECT count(*)::int FROM refunds WHERE state = 'done') AS refunded,
        (SELECT count(*)::int FROM refunds WHERE state <> 'done') AS open, (SELECT count(*)::int FROM orders) AS orders`)
    // One payment and one order a round, one refund for each that was canceled, none of them twice.
    expect(rows).toEqual([{ paid: kills, refunded: razorpay.refunds.size, open: 0, orders: kills }])
    for (const { id } of razorpay.payments.values()) expect([0, 5_000]).toContain(razorpay.refundedOf(id))
    const broken: string[] = []
    for await (const checked of checkInvariants(database, folderStore(join(folder(), 'files')), new Date()))
      if (checked.count > 0) broken.push(`${checked.name}: ${checked.examples.join(', ')}`)
    await database.close()
    await razorpay.stop()
    expect(broken).toEqual([])
  },
  120_000 + kills * 30_000,
)
