import * as z from 'zod/mini'
import type { Sms } from '../../../config/sms-settings.ts'
import { type CodeProvider, failureOf, post, type Send } from './provider.ts'

const text = z.union([z.string(), z.number()])
/** Field names in which gateways return the id of a message. */
const Identified = z.union([
  z.object({ id: text }),
  z.object({ message_id: text }),
  z.object({ messageId: text }),
  z.object({ request_id: text }),
  z.object({ sid: text }),
])

/** The text, escaped for use between the quotes of a JSON string. */
const inJson = (value: string) => JSON.stringify(value).slice(1, -1)

/** Any gateway that accepts one POST per code and responds with 2xx when it has accepted it. */
export function httpProvider({ url, headers, body }: Extract<Sms, { provider: 'http' }>): CodeProvider {
  const type = body.trimStart().startsWith('{') ? 'application/json' : 'application/x-www-form-urlencoded'
  const filled = (value: string) => (type === 'application/json' ? inJson(value) : encodeURIComponent(value))
  const send: Send = async (message) => {
    const { phone, code } = message
    const sent = body.replaceAll('{phone}', filled(phone)).replaceAll('{code}', filled(code))
    const reply = await post(url, sent, { 'content-type': type, ...headers })
    const [id = ''] = Object.values(z.safeParse(Identified, reply.json).data ?? {})
    return failureOf(reply, message) ?? { outcome: 'sent', messageId: String(id).slice(0, 200) }
  }
  return { name: 'http', channels: [{ channel: 'sms', send }], about: { Gateway: new URL(url).host } }
}
