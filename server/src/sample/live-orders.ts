import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { CannotOrder, CustomerMustWait, order, signIn, visit } from './live-customer.ts'
import { ridersOf } from './live-riders.ts'
import { seededRandom } from './random.ts'

const usage = 'Usage: npm run sample:orders -- [--every SECONDS] [--count NUMBER] [--url ADDRESS]'
/** Names of the customers. A customer who has reached the limit of open orders gets a new phone number. */
const names = [
  'Kavya Shah',
  'Omkar Sawant',
  'Ayesha Siddiqui',
  'Ganesh Iyer',
  'Simran Bedi',
  'Tanmay Ghosh',
  'Leena DSouza',
  'Parth Solanki',
]

function options() {
  const { values } = parseArgs({
    options: {
      every: { type: 'string', default: '5' },
      count: { type: 'string', default: 'Infinity' },
      url: { type: 'string', default: 'http://127.0.0.1:4100' },
    },
  })
  const [every, count] = [Number(values.every), Number(values.count)]
  if (!(every >= 0 && every <= 86_400) || !(count >= 1) || !URL.canParse(values.url))
    throw new CannotOrder(usage)
  return { every, count, url: new URL(values.url).origin }
}

/**
 * `npm run sample:orders`: places orders through the store API, one at a time, until `count` or Ctrl-C. The sample
 * riders deliver the bags that are assigned to them: after every order, each rider ends one drop.
 */
async function run(stopped: AbortSignal) {
  const { every, count, url } = options()
  const random = seededRandom(Date.now())
  const shop = await visit(url)
  const tokens = new Map<string, string>()
  const phones = names.map((_, n) => 1000 + n)

  async function placeOne() {
    const person = random.whole(0, names.length - 1)
    const customer = { fullName: names[person] ?? '', phone: `+91800002${phones[person]}` }
    const token = tokens.get(customer.phone) ?? (await signIn(url, customer.phone, customer.fullName))
    tokens.set(customer.phone, token)
    try {
      const placed = await order(shop, { ...customer, token }, random)
      return placed && { ...customer, ...placed }
    } catch (error) {
      if (!(error instanceof CustomerMustWait)) throw error
      phones[person] = random.whole(2000, 9999)
      return null
    }
  }

  const ride = await ridersOf(url, random)
  let placed = 0
  while (placed < count && !stopped.aborted) {
    const answer = await placeOne()
    if (answer === null) continue
    const { orderId, fullName, totalPrice, tookMs } = answer
    process.stdout.write(
      `${orderId}  ${fullName.padEnd(16)} ₹${totalPrice.toFixed(2).padStart(9)}  ${tookMs} ms\n`,
    )
    for (const line of await ride()) process.stdout.write(`${line}\n`)
    placed++
    if (placed < count) await wait(every * 1000, undefined, { signal: stopped })
  }
}

const stop = new AbortController()
process.once('SIGINT', () => stop.abort())
process.once('SIGTERM', () => stop.abort())
run(stop.signal).catch((error: unknown) => {
  if (stop.signal.aborted) return
  const isUsage =
    error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
  process.stderr.write(`${isUsage ? usage : error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
