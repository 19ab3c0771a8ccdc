import { get } from 'node:http'
import { BOARD_STAFF, boardToken } from './seed.ts'
import { addresses } from './servers.ts'

/** Opens one screen's event stream and records the time at which each order arrives first. */
export async function openTab(tab: number) {
  const seen = new Map<string, number>()
  const headers = { cookie: `kirana_staff=${boardToken((tab % BOARD_STAFF) + 1)}` }
  await new Promise<void>((resolve, reject) => {
    get(`${addresses.ours}/api/v1/events`, { headers }, (answer) => {
      if (answer.statusCode !== 200) return reject(new Error(`The stream answers ${answer.statusCode}`))
      let rest = ''
      answer.setEncoding('utf8').on('data', (text: string) => {
        const lines = (rest + text).split('\n')
        rest = lines.pop() ?? ''
        const at = performance.now()
        for (const line of lines) {
          if (line === 'event: ready') resolve()
          const order = /"order_id":"([^"]+)"/.exec(line)?.[1]
          if (order && !seen.has(order)) seen.set(order, at)
        }
      })
    }).on('error', reject)
  })
  return seen
}
