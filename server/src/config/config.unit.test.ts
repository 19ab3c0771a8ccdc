import { describe, expect, test } from 'vitest'
import { readConfig, WrongConfiguration } from './config.ts'

test.each([
  [{ PORT: 'four' }, 'PORT is not valid: it must be a number from 0 to 65535.'],
  [{ PORT: '70000' }, 'PORT is not valid: it must be a number from 0 to 65535.'],
  [{ HOST: 'http://x' }, 'HOST is not valid: it must be a host name or an IP address.'],
  [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL is not valid: it must be a PostgreSQL address such as'],
  [
    { DATABASE_URL: 'postgres://db', DATABASE_REPLICA_URL: 'replica' },
    'DATABASE_REPLICA_URL is not valid: it must be a PostgreSQL address such as',
  ],
  [
    { DATABASE_REPLICA_URL: 'postgres://replica' },
    'DATABASE_REPLICA_URL needs DATABASE_URL, the address of the primary: the embedded database has no replica.',
  ],
  [
    { DATABASE_URL: 'postgres://db', DATABASE_REPLICA_URL: 'postgres://db' },
    'DATABASE_REPLICA_URL is not valid: it must be the address of a standby, not of the primary.',
  ],
  [
    { FILES_URL: 'https://storage.example/files' },
    'FILES_URL is not valid: it must be an address such as s3://',
  ],
  [{ FILES_URL: 's3://Files_' }, 'FILES_URL is not valid: it must be an address such as s3://'],
  [{ FILES_URL: 's3://key:secret@files' }, 'FILES_URL is not valid: it must be an address such as s3://'],
  [{ FILES_URL: 's3://files' }, 'FILES_URL needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.'],
  [
    { FILES_URL: 's3://files?endpoint=storage', AWS_ACCESS_KEY_ID: 'k', AWS_SECRET_ACCESS_KEY: 's' },
    'FILES_URL is not valid: it must be an address such as https://',
  ],
  [{ WEB_ORIGINS: 'https://ok.example,nonsense' }, 'WEB_ORIGINS is not valid: it must be an address'],
  [{ PUBLIC_URL: 'ftp://x' }, 'PUBLIC_URL is not valid: it must be an address'],
  [{ SUPPORT_CHAT_URL: 'javascript:alert(1)' }, 'SUPPORT_CHAT_URL is not valid: it must be an address'],
  [{ SAMPLE_DATA: 'perhaps' }, 'SAMPLE_DATA is not valid: it must be on or off.'],
  ...[
    'maybe',
    'constructor',
    '10.0.0.5,',
    '10.0.0.5 10.0.0.6',
    '10.0.0.0/33',
    '0.0.0.0/0',
    '::/0',
    '10.0.0.0/8/8',
    '10.0.0',
    'proxy.example',
    '10.0.0.5:80',
    'on,10.0.0.5',
  ].map((value): [Record<string, string>, string] => [
    { TRUST_PROXY: value },
    'TRUST_PROXY is not valid: it must be off, on, or the addresses of the proxies such as 10.0.0.5, 10.0.1.0/24.',
  ]),
  [
    { FCM_CREDENTIALS: '/nowhere/account.json' },
    'FCM_CREDENTIALS is not valid: it must be the path of a service',
  ],
  [
    { FCM_CREDENTIALS: import.meta.filename },
    'FCM_CREDENTIALS is not valid: it must be the path of a service',
  ],
  [{ FCM_URL: 'fcm.example' }, 'FCM_URL is not valid: it must be an address'],
  [
    { RAZORPAY_KEY_ID: 'rzp_test_1' },
    'Online payment needs all of RAZORPAY_KEY_ID, RAZORPAY_KEY_SECRET and RAZORPAY_WEBHOOK_SECRET.',
  ],
  [
    { RAZORPAY_WEBHOOK_SECRET: 'secret' },
    'Online payment needs all of RAZORPAY_KEY_ID, RAZORPAY_KEY_SECRET and RAZORPAY_WEBHOOK_SECRET.',
  ],
  [
    { RAZORPAY_KEY_ID: 'rzp_test_1', RAZORPAY_KEY_SECRET: 'secret', RAZORPAY_WEBHOOK_SECRET: ' ' },
    'Online payment needs all of RAZORPAY_KEY_ID, RAZORPAY_KEY_SECRET and RAZORPAY_WEBHOOK_SECRET.',
  ],
  [{ RAZORPAY_URL: 'api.razorpay.com' }, 'RAZORPAY_URL is not valid'],
  ...['0', '1.5', '1441', 'soon'].map((value): [Record<string, string>, string] => [
    { PAYMENT_MINUTES: value },
    'PAYMENT_MINUTES is not valid',
  ]),
  ...['9', '10.5', '3601', 'often'].map((value): [Record<string, string>, string] => [
    { PAYMENT_CHECK_SECONDS: value },
    'PAYMENT_CHECK_SECONDS is not valid: it must be whole seconds from 10 to 3600.',
  ]),
  ...['-1', '7.5', '366', 'week'].map((value): [Record<string, string>, string] => [
    { RECOVERY_DAYS: value },
    'RECOVERY_DAYS is not valid: it must be whole days from 0 to 365.',
  ]),
  ...['1', '4.5', '101', 'many'].map((value): [Record<string, string>, string] => [
    { DATABASE_CONNECTIONS: value },
    'DATABASE_CONNECTIONS is not valid: it must be a whole number from 2 to 100.',
  ]),
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL is not valid: it must be one of fatal, error'],
  [
    { SUPERADMIN_PASSWORD: 'weak' },
    'SUPERADMIN_PASSWORD is not valid. Password should be minimum 8 characters.',
  ],
])('rejects %o with a sentence that names the variable', (env, sentence) => {
  expect(() => readConfig(env)).toThrow(WrongConfiguration)
  expect(() => readConfig(env)).toThrow(sentence)
})

test('reads the payment account as a whole, and takes none by default', () => {
  expect(readConfig({})).toMatchObject({ razorpay: null, paymentMinutes: 15 })
  const account = { RAZORPAY_KEY_ID: 'id', RAZORPAY_KEY_SECRET: 'key', RAZORPAY_WEBHOOK_SECRET: 'hook' }
  const url = 'https://api.razorpay.com'
  expect(readConfig({ ...account, PAYMENT_MINUTES: '30' })).toMatchObject({
    razorpay: { keyId: 'id', keySecret: 'key', webhookSecret: 'hook', url, checkSeconds: 300 },
    paymentMinutes: 30,
  })
  expect(readConfig({ ...account, PAYMENT_CHECK_SECONDS: '45' })).toMatchObject({
    razorpay: { checkSeconds: 45 },
  })
})

test('defaults to the embedded database, loopback and the sample store', () => {
  expect(readConfig({})).toMatchObject({
    host: '127.0.0.1',
    port: 4100,
    databaseUrl: null,
    databaseDirectUrl: null,
    databaseConnections: 10,
    bucket: null,
    recoveryDays: 7,
    sampleMode: true,
    webOrigins: [],
    fcm: null,
  })
})

test.each([
  ['?region=ap-south-1', 'ap-south-1', 'https://s3.ap-south-1.amazonaws.com'],
  ['?endpoint=http://127.0.0.1:9000/', 'us-east-1', 'http://127.0.0.1:9000'],
])('reads bucket, region and endpoint from FILES_URL: %s', (query, region, endpoint) => {
  const keys = { AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'a/secret+' }
  expect(readConfig({ FILES_URL: `s3://kirana-files${query}`, ...keys }).bucket).toEqual({
    name: 'kirana-files',
    region,
    endpoint,
    accessKeyId: 'key',
    secretAccessKey: 'a/secret+',
  })
})

test.each([
  ['', 'off'],
  ['off', 'off'],
  ['0', 'off'],
  ['ON', 'on'],
  ['true', 'on'],
  ['10.0.0.5', ['10.0.0.5']],
  [' 10.0.0.5 , 10.0.1.0/24,fd00::/8, ::1', ['10.0.0.5', '10.0.1.0/24', 'fd00::/8', '::1']],
])('reads the trusted proxies from TRUST_PROXY: %j', (value, trustProxy) => {
  expect(readConfig({ TRUST_PROXY: value })).toMatchObject({ trustProxy })
})

describe('sample mode is off', () => {
  test.each([
    ['on a database server', { DATABASE_URL: 'postgres://db/kirana' }],
    ['on a public interface', { HOST: '0.0.0.0' }],
    ['behind a proxy', { TRUST_PROXY: 'on' }],
    ['behind a named proxy', { TRUST_PROXY: '127.0.0.1' }],
    ['on a host name that only looks like loopback', { HOST: '127.0.0.1.example.com' }],
    ['with a public URL', { PUBLIC_URL: 'https://shop.example' }],
    ['with other web origins', { WEB_ORIGINS: 'https://shop.example' }],
    ['in production', { NODE_ENV: 'production' }],
    ['without the sample store', { SAMPLE_DATA: 'off' }],
    [
      'on a database server, even with SAMPLE_DATA on',
      { DATABASE_URL: 'postgres://db/kirana', SAMPLE_DATA: 'on' },
    ],
  ])('%s', (_, env) => {
    expect(readConfig(env).sampleMode).toBe(false)
  })
})
