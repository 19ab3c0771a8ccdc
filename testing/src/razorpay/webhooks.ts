import { createHmac } from 'node:crypto'
import { type Entity, newId } from './entities.ts'

/** A webhook as it is sent: the bytes and the headers. */
export type Webhook = { type: string; body: string; headers: Record<string, string> }

/** Makes webhooks that are signed with `secret`. `now` is the clock of their events, in ms. */
export function webhookSigner(secret: string, now: () => number) {
  function sign(body: string, by = secret) {
    return createHmac('sha256', by).update(body).digest('hex')
  }

  /** A webhook of any bytes, signed. */
  function signed(body: string): Omit<Webhook, 'type'> {
    return {
      body,
      headers: {
        'content-type': 'application/json',
        'x-razorpay-signature': sign(body),
        'x-razorpay-event-id': newId('evt'),
      },
    }
  }

  function webhook(type: string, payload: Record<string, Entity>): Webhook {
    const entities = Object.fromEntries(Object.entries(payload).map(([name, entity]) => [name, { entity }]))
    const body = JSON.stringify({
      entity: 'event',
      account_id: 'acc_Kirana',
      event: type,
      contains: Object.keys(payload),
      payload: entities,
      created_at: Math.floor(now() / 1000),
    })
    return { type, ...signed(body) }
  }

  return { sign, signed, webhook }
}
