import { startGupshup } from '@kirana/testing/sms/gupshup'
import { startMsg91 } from '@kirana/testing/sms/msg91'
import { startTwilio } from '@kirana/testing/sms/twilio'
import { describe, expect, test } from 'vitest'
import { readConfig, WrongConfiguration } from './config.ts'

const auth = { SMS_PROVIDER: 'msg91', MSG91_AUTH_KEY: 'k' }
const sid = (prefix: string) => `${prefix}${'0'.repeat(32)}`
const twilio = { SMS_PROVIDER: 'twilio', TWILIO_ACCOUNT_SID: sid('AC'), TWILIO_AUTH_TOKEN: 't' }

test.each([
  [{ SMS_PROVIDER: 'pigeon' }, 'SMS_PROVIDER is not valid: it must be msg91, twilio, gupshup, http.'],
  [{ SMS_PROVIDER: 'http' }, 'SMS_PROVIDER=http needs SMS_URL.'],
  [{ SMS_URL: 'https://sms.example' }, 'SMS_URL needs SMS_PROVIDER=http.'],
  [
    { SMS_PROVIDER: 'http', SMS_URL: 'http://sms.example/send' },
    'SMS_URL is not valid: it must be an https address such as https://sms.example/send.',
  ],
  [{ SMS_PROVIDER: 'http', SMS_URL: 'https://sms.example/send' }, 'SMS_PROVIDER=http needs SMS_BODY.'],
  [{ SMS_BODY: 'Your code is {code}' }, 'SMS_BODY is not valid: it must be a text with {phone} and {code}.'],
  [{ SMS_HEADERS: 'authorization: x' }, 'SMS_HEADERS is not valid: it must be headers as JSON such as'],
  [{ SMS_HEADERS: '{"x": 1}' }, 'SMS_HEADERS is not valid: it must be headers as JSON such as'],
  [{ SMS_TEXT: 'Your code' }, 'SMS_TEXT is not valid: it must be a text with {code}.'],
  [
    { SMS_SENDER_ID: 'KI' },
    'SMS_SENDER_ID is not valid: it must be the header on the DLT portal, such as KIRANA.',
  ],
  [
    { SMS_DLT_ENTITY_ID: 'abc' },
    'SMS_DLT_ENTITY_ID is not valid: it must be the digits of an id on the DLT portal.',
  ],
  [
    { ...auth, SMS_CHANNELS: 'fax' },
    'SMS_CHANNELS is not valid: it must be sms, whatsapp, or both in the order',
  ],
  [
    { ...auth, SMS_CHANNELS: 'sms,sms' },
    'SMS_CHANNELS is not valid: it must be sms, whatsapp, or both in the order',
  ],
  [{ MSG91_AUTH_KEY: 'k' }, 'MSG91_AUTH_KEY needs SMS_PROVIDER=msg91.'],
  [{ SMS_PROVIDER: 'msg91' }, 'SMS_PROVIDER=msg91 needs MSG91_AUTH_KEY.'],
  [auth, 'SMS_PROVIDER=msg91 needs MSG91_TEMPLATE_ID.'],
  [
    { ...auth, MSG91_TEMPLATE_ID: '1107123456789012345' },
    'MSG91_TEMPLATE_ID is not valid: it must be the template’s id at',
  ],
  [{ ...auth, MSG91_API: 'sms' }, 'MSG91_API is not valid: it must be otp or flow.'],
  [{ ...auth, MSG91_URL: 'http://msg91.example' }, 'MSG91_URL is not valid: it must be an https address'],
  [{ ...auth, SMS_CHANNELS: 'whatsapp' }, 'whatsapp in SMS_CHANNELS needs MSG91_WHATSAPP_NUMBER.'],
  [
    { ...auth, SMS_CHANNELS: 'whatsapp', MSG91_WHATSAPP_NUMBER: '+919800000000' },
    'whatsapp in SMS_CHANNELS needs MSG91_WHATSAPP_TEMPLATE.',
  ],
  [{ TWILIO_ACCOUNT_SID: sid('AC') }, 'TWILIO_ACCOUNT_SID needs SMS_PROVIDER=twilio.'],
  [{ SMS_PROVIDER: 'twilio' }, 'SMS_PROVIDER=twilio needs TWILIO_ACCOUNT_SID.'],
  [
    { ...twilio, TWILIO_ACCOUNT_SID: sid('SK') },
    'TWILIO_ACCOUNT_SID is not valid: it must be an id that begins with AC',
  ],
  [{ ...twilio, TWILIO_AUTH_TOKEN: '' }, 'SMS_PROVIDER=twilio needs TWILIO_AUTH_TOKEN.'],
  [twilio, 'SMS_PROVIDER=twilio needs TWILIO_MESSAGING_SERVICE_SID or TWILIO_FROM.'],
  [{ ...twilio, TWILIO_FROM: '+14155550100' }, 'SMS_PROVIDER=twilio needs SMS_TEXT or TWILIO_CONTENT_SID.'],
  [{ ...twilio, SMS_CHANNELS: 'whatsapp' }, 'whatsapp in SMS_CHANNELS needs TWILIO_WHATSAPP_FROM.'],
  [{ GUPSHUP_USER_ID: '2000' }, 'GUPSHUP_USER_ID needs SMS_PROVIDER=gupshup.'],
  [{ SMS_PROVIDER: 'gupshup' }, 'SMS_PROVIDER=gupshup needs GUPSHUP_USER_ID.'],
  [{ SMS_PROVIDER: 'gupshup', GUPSHUP_USER_ID: '2000' }, 'SMS_PROVIDER=gupshup needs GUPSHUP_PASSWORD.'],
  [
    { SMS_PROVIDER: 'gupshup', GUPSHUP_USER_ID: '2000', GUPSHUP_PASSWORD: 'p' },
    'SMS_PROVIDER=gupshup needs SMS_TEXT.',
  ],
  [{ ...auth, SMS_DLT_TEMPLATE_ID: '1107123456789012345' }, 'SMS_DLT_TEMPLATE_ID needs SMS_DLT_ENTITY_ID.'],
  [
    { SMS_PROVIDER: 'http', SMS_CHANNELS: 'sms,whatsapp' },
    'SMS_CHANNELS with whatsapp needs SMS_PROVIDER=msg91, twilio or gupshup.',
  ],
])('rejects %o with a sentence that names the variable', (env, sentence) => {
  expect(() => readConfig(env)).toThrow(WrongConfiguration)
  expect(() => readConfig(env)).toThrow(sentence)
})

test('no provider is set by default', () => expect(readConfig({}).sms).toBeNull())

describe.each([startMsg91, startTwilio, startGupshup])('%o', (start) => {
  test('each required variable is reported when it is missing', async () => {
    const gateway = await start()
    await gateway.stop()
    const whole: Record<string, string> = {
      ...gateway.environment,
      ...gateway.whatsapp,
      SMS_CHANNELS: 'sms, whatsapp',
    }
    expect(readConfig(whole).sms).toMatchObject({ channels: ['sms', 'whatsapp'] })
    const optional = /_URL$|SMS_SENDER_ID|SMS_DLT|SMS_CHANNELS|SMS_PROVIDER/
    for (const name of Object.keys(whole))
      if (!optional.test(name))
        expect(() => readConfig({ ...whole, [name]: '' }), name).toThrow(`needs ${name}`)
  })
})
