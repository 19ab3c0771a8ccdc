import type { Sms } from '../../../config/sms-settings.ts'
import { gupshupProvider } from './gupshup.ts'
import { httpProvider } from './http.ts'
import { msg91Provider } from './msg91.ts'
import { type CodeProvider, shown } from './provider.ts'
import { twilioProvider } from './twilio.ts'

function providerOf(sms: Sms) {
  if (sms.provider === 'msg91') return msg91Provider(sms)
  if (sms.provider === 'twilio') return twilioProvider(sms)
  return sms.provider === 'gupshup' ? gupshupProvider(sms) : httpProvider(sms)
}

/** The provider that the settings name. */
export function openProvider(sms: Sms): CodeProvider {
  const provider = providerOf(sms)
  const { senderId, entityId, templateId } = sms.dlt
  const registered = shown({ 'Sender ID': senderId, 'DLT entity': entityId, 'DLT template': templateId })
  return { ...provider, about: { ...registered, ...provider.about } }
}
