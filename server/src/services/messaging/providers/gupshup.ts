import * as z from 'zod/mini'
import type { Sms } from '../../../config/sms-settings.ts'
import {
  type Answer,
  type CodeMessage,
  type CodeProvider,
  failureOf,
  inOrder,
  post,
  reasonOf,
  refusalIn,
  type Refusal,
  type Reply,
  type Send,
  shown,
} from './provider.ts'

type Settings = Extract<Sms, { provider: 'gupshup' }>

const text = z.union([z.string(), z.number()])
/** Responses always have status 200. `id`: the id of the message, or the code of the error. */
const ResponseBody = z.object({
  response: z.object({ id: z._default(text, ''), details: z._default(z.string(), ''), status: z.string() }),
})

/** Gupshup's error codes (docs.gupshup.io/docs/error-codes). 100 is 'unknown error', the only one that is retried. */
const refusals: Record<string, Refusal> = {
  102: 'authentication',
  103: 'authentication',
  104: 'authentication',
  105: 'number',
  106: 'authentication',
  108: 'template',
}
const unknownError = '100'

function answerOf(reply: Reply, message: CodeMessage): Answer {
  const failure = failureOf(reply, message)
  if (failure) return failure
  const response = z.safeParse(ResponseBody, reply.json).data?.response
  if (!response) return { outcome: 'refused', error: 'rejected', reason: reasonOf(reply.text, message) }
  const id = String(response.id)
  if (response.status === 'success') return { outcome: 'sent', messageId: id }
  const reason = reasonOf(`${id} ${response.details}`, message)
  if (id === unknownError || /throttl|try again|rate limit/i.test(response.details))
    return { outcome: 'passing', reason, afterMs: null }
  return { outcome: 'refused', error: refusals[id] ?? refusalIn(response.details), reason }
}

type Account = { url: string; userId: string; password: string; text: string }

/** Gupshup's enterprise gateway for text messages, and its WhatsApp gateway. */
export function gupshupProvider({ channels, dlt, sms, whatsapp }: Settings): CodeProvider {
  const call = async (
    { url, userId, password }: Account,
    message: CodeMessage,
    form: Record<string, string>,
  ) => {
    const signed = { userid: userId, password, auth_scheme: 'plain', v: '1.1', format: 'json', ...form }
    return answerOf(await post(`${url}/GatewayAPI/rest`, new URLSearchParams(signed), {}), message)
  }
  const digits = ({ phone }: CodeMessage) => phone.replace('+', '')
  const filled = ({ text }: Account, { code }: CodeMessage) => text.replaceAll('{code}', code)
  const registered = shown({
    mask: dlt.senderId,
    principalEntityId: dlt.entityId,
    dltTemplateId: dlt.templateId,
  })

  const textTo =
    (account: Account): Send =>
    (message) =>
      call(account, message, {
        method: 'SendMessage',
        send_to: digits(message),
        msg: filled(account, message),
        msg_type: 'TEXT',
        ...registered,
      })
  const whatsappTo =
    (account: Account): Send =>
    async (message) => {
      // Templates reach only numbers that have opted in. The request for a code counts as opt-in.
      const optedIn = await call(account, message, {
        method: 'OPT_IN',
        channel: 'WHATSAPP',
        phone_number: digits(message),
      })
      // Ends the attempt only after a failure that would also stop the message. Other failures are ignored, because the
      // number may have opted in before.
      if (optedIn.outcome === 'passing') return optedIn
      if (optedIn.outcome === 'refused' && optedIn.error === 'authentication') return optedIn
      return call(account, message, {
        method: 'SendMessage',
        send_to: digits(message),
        msg: filled(account, message),
        msg_type: 'TEXT',
        isTemplate: 'true',
        // The button that copies the code.
        buttonUrlParam: message.code,
      })
    }
  return {
    name: 'gupshup',
    channels: inOrder(channels, { sms: sms && textTo(sms), whatsapp: whatsapp && whatsappTo(whatsapp) }),
    about: shown({ 'Gupshup account': sms?.userId, 'WhatsApp account': whatsapp?.userId }),
  }
}
