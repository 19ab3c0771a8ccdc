import { openDatabase } from '../../db/open.ts'
import type { Db } from '../../db/types.ts'
import { orderDetail } from '../../services/orders/rows.ts'
import { finishPick } from '../../services/picking/done.ts'

/** A process of the crash tests: ends a pick as the server does, and kills itself before statement `left`, or the commit. */
const [url = '', folder = '', orderId = '', actionId = '', id = '', left = '0'] = process.argv.slice(2)
const database = await openDatabase({ url: url || null, folder: folder || null })
let remaining = Number(left)
const die = () => {
  if (remaining-- === 0) process.kill(process.pid, 'SIGKILL')
}

/** The transaction, each of whose statements may be the one before which the process dies. */
const mortal = (tx: Db) =>
  new Proxy(tx, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target)
      if (typeof value !== 'function') return value
      return (...args: unknown[]): unknown => {
        if (name === 'execute') die()
        return Reflect.apply(value, target, args)
      }
    },
  })

const ended = await database.transaction(async (tx) => {
  const mortalTx = mortal(tx)
  const now = new Date('2026-11-21T13:00:30+05:30')
  const result = await finishPick(mortalTx, { orderId, actionId }, { id, name: 'Asha' }, now)
  await orderDetail(mortalTx, orderId, '')
  die()
  return result
})
process.stdout.write(ended === null ? 'again\n' : 'ended\n')
await database.close()
