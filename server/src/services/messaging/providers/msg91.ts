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

type Settings = Extract<Sms, { provider: 'msg91' }>

const text = z.union([z.string(), z.number()])
/**
 * The OTP and Flow API answer with `type`, the WhatsApp API with `status`; an invalid key is answered in the latter
 * form.
 */
const ResponseBody = z.object({
  type: z.optional(z.string()),
  status: z.optional(text),
  hasError: z.optional(z.boolean()),
  message: z.optional(z.unknown()),
  errors: z.optional(z.unknown()),
  code: z.optional(text),
  apiError: z.optional(text),
  request_id: z.optional(z.string()),
})

/** MSG91's error codes. 311: a code for the same number was requested within 10 seconds. */
const refusals: Record<string, Refusal> = {
  201: 'authentication',
  202: 'number',
  207: 'authentication',
  301: 'balance',
  302: 'authentication',
  303: 'authentication',
  418: 'authentication',
}
const repeatedTooSoon = '311'
const repeatAfterMs = 11_000

/** Minutes that a code is valid, for templates that mention it. */
const validMinutes = '10'
const digits = (phone: string) => phone.replace('+', '')

function answerOf(reply: Reply, message: CodeMessage): Answer {
  const { data } = z.safeParse(ResponseBody, reply.json)
  const content = data?.message ?? data?.errors ?? reply.text
  const words = typeof content === 'string' ? content : JSON.stringify(content)
  const failure = failureOf(reply, message, words)
  if (failure?.outcome === 'passing') return failure
  const code = String(data?.apiError ?? data?.code ?? '')
  if (!failure && data?.hasError !== true && (data?.type === 'success' || data?.status === 'success'))
    return { outcome: 'sent', messageId: data.request_id ?? (data.type ? words : '') }
  const reason = reasonOf([code, words].filter(Boolean).join(' '), message)
  if (code === repeatedTooSoon) return { outcome: 'passing', reason, afterMs: repeatAfterMs }
  const byStatus = failure?.error === 'authentication' ? failure.error : refusalIn(words)
  return { outcome: 'refused', error: refusals[code] ?? byStatus, reason }
}

/** MSG91: SendOTP or Flow (v5) for text messages, templates of WhatsApp. */
export function msg91Provider({ channels, dlt, url, authKey, sms, whatsapp }: Settings): CodeProvider {
  const call = async (message: CodeMessage, path: string, body: object) => {
    const headers = { authkey: authKey, 'content-type': 'application/json', accept: 'application/json' }
    return answerOf(await post(`${url}${path}`, JSON.stringify(body), headers), message)
  }
  const sender = shown({ sender: dlt.senderId })

  const otp =
    ({ templateId }: NonNullable<Settings['sms']>): Send =>
    async (message) => {
      const query = new URLSearchParams({
        template_id: templateId,
        mobile: digits(message.phone),
        otp: message.code,
        otp_expiry: validMinutes,
        realTimeResponse: '1',
        ...sender,
      })
      return call(message, `/api/v5/otp?${query.toString()}`, {})
    }
  const flow =
    ({ templateId, variable }: NonNullable<Settings['sms']>): Send =>
    (message) =>
      call(message, '/api/v5/flow', {
        template_id: templateId,
        short_url: '0',
        ...sender,
        recipients: [{ mobiles: digits(message.phone), [variable]: message.code }],
      })
  const whatsappTemplate =
    (settings: NonNullable<Settings['whatsapp']>): Send =>
    (message) => {
      const { number, template, namespace, language } = settings
      const value = message.code
      // An authentication template has the code in its text and in the button that copies it.
      const components = {
        body_1: { type: 'text', value },
        button_1: { subtype: 'url', type: 'text', value },
      }
      return call(message, '/api/v5/whatsapp/whatsapp-outbound-message/bulk/', {
        integrated_number: digits(number),
        content_type: 'template',
        payload: {
          messaging_product: 'whatsapp',
          type: 'template',
          template: {
            name: template,
            language: { code: language, policy: 'deterministic' },
            ...(namespace !== null && { namespace }),
            to_and_components: [{ to: [digits(message.phone)], components }],
          },
        },
      })
    }
  return {
    name: 'msg91',
    channels: inOrder(channels, {
      sms: sms && (sms.api === 'flow' ? flow(sms) : otp(sms)),
      whatsapp: whatsapp && whatsappTemplate(whatsapp),
    }),
    about: shown({
      'MSG91 API': sms?.api,
      'MSG91 template': sms?.templateId,
      'WhatsApp number': whatsapp?.number,
      'WhatsApp template': whatsapp?.template,
    }),
  }
}
