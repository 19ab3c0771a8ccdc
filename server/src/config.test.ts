import { describe, expect, test } from 'vitest'
import { readConfig, WrongConfiguration } from './config.ts'

test.each([
  [{ PORT: 'four' }, 'PORT is not valid: it takes a number from 0 to 65535.'],
  [{ PORT: '70000' }, 'PORT is not valid: it takes a number from 0 to 65535.'],
  [{ HOST: 'http://x' }, 'HOST is not valid: it takes a host name or an IP address.'],
  [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL is not valid: it takes a PostgreSQL address such as'],
  [
    { FILES_URL: 'https://storage.example/files' },
    'FILES_URL is not valid: it takes an address such as s3://',
  ],
  [{ FILES_URL: 's3://Files_' }, 'FILES_URL is not valid: it takes an address such as s3://'],
  [{ FILES_URL: 's3://key:secret@files' }, 'FILES_URL is not valid: it takes an address such as s3://'],
  [{ FILES_URL: 's3://files' }, 'FILES_URL needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.'],
  [
    { FILES_URL: 's3://files?endpoint=storage', AWS_ACCESS_KEY_ID: 'k', AWS_SECRET_ACCESS_KEY: 's' },
    'FILES_URL is not valid: it takes an address such as https://',
  ],
  [{ WEB_ORIGINS: 'https://ok.example,nonsense' }, 'WEB_ORIGINS is not valid: it takes an address'],
  [{ PUBLIC_URL: 'ftp://x' }, 'PUBLIC_URL is not valid: it takes an address'],
  [{ SUPPORT_CHAT_URL: 'javascript:alert(1)' }, 'SUPPORT_CHAT_URL is not valid: it takes an address'],
  [{ SAMPLE_DATA: 'perhaps' }, 'SAMPLE_DATA is not valid: it takes on or off.'],
  [{ TRUST_PROXY: 'maybe' }, 'TRUST_PROXY is not valid: it takes on or off.'],
  [
    { FCM_CREDENTIALS: '/nowhere/account.json' },
    'FCM_CREDENTIALS is not valid: it takes the path of a service',
  ],
  [{ FCM_CREDENTIALS: import.meta.filename }, 'FCM_CREDENTIALS is not valid: it takes the path of a service'],
  [{ FCM_URL: 'fcm.example' }, 'FCM_URL is not valid: it takes an address'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL is not valid: it takes fatal, error'],
  [
    { SUPERADMIN_PASSWORD: 'weak' },
    'SUPERADMIN_PASSWORD is not valid. Password should be minimum 8 characters.',
  ],
])('%o is refused with a sentence that names the variable', (env, sentence) => {
  expect(() => readConfig(env)).toThrow(WrongConfiguration)
  expect(() => readConfig(env)).toThrow(sentence)
})

test('without anything: embedded, on loopback, with the sample store', () => {
  expect(readConfig({})).toMatchObject({
    host: '127.0.0.1',
    port: 4100,
    databaseUrl: null,
    databaseDirectUrl: null,
    bucket: null,
    sampleMode: true,
    webOrigins: [],
    fcm: null,
  })
})

test.each([
  ['?region=ap-south-1', 'ap-south-1', 'https://s3.ap-south-1.amazonaws.com'],
  ['?endpoint=http://127.0.0.1:9000/', 'us-east-1', 'http://127.0.0.1:9000'],
])('FILES_URL names a bucket and where it is: %s', (query, region, endpoint) => {
  const keys = { AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'a/secret+' }
  expect(readConfig({ FILES_URL: `s3://kirana-files${query}`, ...keys }).bucket).toEqual({
    name: 'kirana-files',
    region,
    endpoint,
    accessKeyId: 'key',
    secretAccessKey: 'a/secret+',
  })
})

describe('sample accounts are made', () => {
  test.each([
    ['nowhere but on the embedded database', { DATABASE_URL: 'postgres://db/kirana' }],
    ['not where others can reach it', { HOST: '0.0.0.0' }],
    ['not behind a proxy', { TRUST_PROXY: 'on' }],
    ['not under a public address', { PUBLIC_URL: 'https://shop.example' }],
    ['not for pages of other origins', { WEB_ORIGINS: 'https://shop.example' }],
    ['not in production', { NODE_ENV: 'production' }],
    ['not without the sample store', { SAMPLE_DATA: 'off' }],
    [
      'not on a server, whatever SAMPLE_DATA says',
      { DATABASE_URL: 'postgres://db/kirana', SAMPLE_DATA: 'on' },
    ],
  ])('%s', (_, env) => {
    expect(readConfig(env).sampleMode).toBe(false)
  })
})
