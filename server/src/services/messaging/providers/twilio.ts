import * as z from 'zod/mini'
import type { Sms } from '../../../config/sms-settings.ts'
import {
  type Answer,
  type CodeMessage,
  type CodeProvider,
  failureOf,
  inOrder,
  post,
  type Refusal,
  type Reply,
  reasonOf,
  type Send,
  shown,
} from './provider.ts'

type Settings = Extract<Sms, { provider: 'twilio' }>

const isService = (sender = '') => /^MG\w{32}$/.test(sender)

const Created = z.object({
  sid: z.string(),
  error_code: z.nullish(z.number()),
  error_message: z.nullish(z.string()),
})
const Failed = z.object({ code: z.number(), message: z.string() })

/** Twilio's error codes (twilio.com/docs/api/errors), grouped by what the operator or the customer must correct. */
const codes: Record<Refusal, readonly number[]> = {
  // An invalid number, not a mobile number, unreachable, opted out, not verified in a trial, or without WhatsApp.
  number: [21211, 21214, 21217, 21421, 21608, 21610, 21612, 21614, 63003, 63024],
  // Sender, messaging service, content and DLT template.
  template: [
    21212, 21603, 21606, 21655, 21656, 21701, 21703, 21704, 21705, 21901, 50526, 63007, 63016, 63027, 63028,
  ],
  authentication: [20003, 20005, 20006, 20008, 20404],
  balance: [30002],
  rejected: [],
}

const refusalOf = (code: number) =>
  (Object.keys(codes) as Refusal[]).find((refusal) => codes[refusal].includes(code)) ?? 'rejected'

function answerOf(reply: Reply, message: CodeMessage): Answer {
  const { data: failed } = z.safeParse(Failed, reply.json)
  const failure = failureOf(reply, message, failed ? `${failed.code} ${failed.message}` : undefined)
  if (failure)
    return failure.outcome === 'refused' && failed ? { ...failure, error: refusalOf(failed.code) } : failure
  const { data: created } = z.safeParse(Created, reply.json)
  if (!created) return { outcome: 'refused', error: 'rejected', reason: reasonOf(reply.text, message) }
  const { sid, error_code, error_message } = created
  if (!error_code) return { outcome: 'sent', messageId: sid }
  return {
    outcome: 'refused',
    error: refusalOf(error_code),
    reason: reasonOf(`${error_code} ${error_message}`, message),
  }
}

/** Twilio's Messages API. Twilio stores India's DLT ids and finds the template by the message's text. */
export function twilioProvider({
  channels,
  url,
  accountSid,
  authToken,
  sms,
  whatsapp,
}: Settings): CodeProvider {
  const address = `${url}/2010-04-01/Accounts/${accountSid}/Messages.json`
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`
  const create = async (message: CodeMessage, form: Record<string, string>) =>
    answerOf(await post(address, new URLSearchParams(form), { authorization }), message)
  const content = (contentSid: string, { code }: CodeMessage) => ({
    ContentSid: contentSid,
    ContentVariables: JSON.stringify({ 1: code }),
  })

  const text =
    ({ sender, content: sent }: NonNullable<Settings['sms']>): Send =>
    (message) =>
      create(message, {
        To: message.phone,
        [isService(sender) ? 'MessagingServiceSid' : 'From']: sender,
        ...(sent.contentSid === undefined
          ? { Body: sent.text.replaceAll('{code}', message.code) }
          : content(sent.contentSid, message)),
      })
  const template =
    ({ from, contentSid }: NonNullable<Settings['whatsapp']>): Send =>
    (message) =>
      create(message, {
        To: `whatsapp:${message.phone}`,
        From: `whatsapp:${from}`,
        ...content(contentSid, message),
      })
  return {
    name: 'twilio',
    channels: inOrder(channels, { sms: sms && text(sms), whatsapp: whatsapp && template(whatsapp) }),
    about: shown({
      'Twilio account': accountSid,
      [isService(sms?.sender) ? 'Messaging service' : 'From']: sms?.sender,
      Content: sms?.content.contentSid,
      'WhatsApp number': whatsapp?.from,
      'WhatsApp content': whatsapp?.contentSid,
    }),
  }
}
