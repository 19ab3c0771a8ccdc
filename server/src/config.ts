import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { STRONG_PASSWORD_RULE, strongPasswordPattern } from '@kirana/domain/password'
import { type FcmAccount, readAccount } from './services/fcm-account.ts'
import type { Bucket } from './services/files-bucket.ts'

/** The environment, checked once at start. Every variable is documented in docs/running.md. */
export type Config = {
  host: string
  port: number
  dataDir: string
  databaseUrl: string | null
  /** Past the pooler that `databaseUrl` names; null where it names the server itself. */
  databaseDirectUrl: string | null
  /** Where files lie; null for the folder `files` in `dataDir`. */
  bucket: Bucket | null
  /** Sample accounts and a sample store: only embedded, on a loopback address, outside production. */
  sampleMode: boolean
  sampleData: boolean
  superadmin: { username: string; password: string | null }
  /** Other origins whose pages may call with credentials. */
  webOrigins: readonly string[]
  publicUrl: string | null
  supportChatUrl: string | null
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'
  trustProxy: boolean
  metricsOpen: boolean
  /** Who pushes messages, and where to; null where push is not configured. */
  fcm: { account: FcmAccount; url: string } | null
}

/** A value of the environment that the product cannot work with. Its message names the variable. */
export class WrongConfiguration extends Error {}

type Environment = Readonly<Record<string, string | undefined>>

const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
const switches: Record<string, boolean> = {
  on: true,
  off: false,
  true: true,
  false: false,
  '1': true,
  '0': false,
}

const fail = (name: string, takes: string): never => {
  throw new WrongConfiguration(`${name} is not valid: it takes ${takes}.`)
}

function httpUrl(name: string, text: string): URL {
  const url = URL.parse(text)
  return url && (url.protocol === 'http:' || url.protocol === 'https:')
    ? url
    : fail(name, 'an address such as https://shop.example')
}

function textOf(path: string) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

const fcmAccount = (path: string) =>
  readAccount(textOf(path)) ??
  fail(
    'FCM_CREDENTIALS',
    'the path of a service account’s private key, a JSON file from the Firebase console',
  )

/** `s3://bucket?endpoint=https://storage.example:9000&region=ap-south-1`, the keys under the names that every tool of S3 knows. */
function bucketOf(text: string, keyId: string | null, secret: string | null): Bucket {
  const url = URL.parse(text)
  const name = url?.host ?? ''
  // The names that every S3-compatible storage takes: what else stood there would become part of a path.
  if (url?.protocol !== 's3:' || !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(name) || url.username !== '')
    return fail(
      'FILES_URL',
      'an address such as s3://bucket?endpoint=https://storage.example&region=ap-south-1',
    )
  const region = url.searchParams.get('region') ?? 'us-east-1'
  const endpoint = url.searchParams.get('endpoint') ?? `https://s3.${region}.amazonaws.com`
  if (keyId === null || secret === null)
    throw new WrongConfiguration('FILES_URL needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.')
  return {
    name,
    region,
    endpoint: httpUrl('FILES_URL', endpoint).origin,
    accessKeyId: keyId,
    secretAccessKey: secret,
  }
}

const isLoopback = (host: string) => host === 'localhost' || host === '::1' || host.startsWith('127.')

/** @throws WrongConfiguration */
export function readConfig(env: Environment): Config {
  const text = (name: string) => env[name]?.trim() || null
  const flag = (name: string, otherwise: boolean) => {
    const value = text(name)
    if (value === null) return otherwise
    return switches[value.toLowerCase()] ?? fail(name, 'on or off')
  }

  const port = Number(text('PORT') ?? 4100)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) fail('PORT', 'a number from 0 to 65535')
  const host = text('HOST') ?? '127.0.0.1'
  if (/[\s/]/.test(host)) fail('HOST', 'a host name or an IP address')

  const address = (name: string) => {
    const value = text(name)
    return value === null || /^postgres(ql)?:\/\//.test(value)
      ? value
      : fail(name, 'a PostgreSQL address such as postgres://user@host:5432/kirana')
  }
  const databaseUrl = address('DATABASE_URL')
  const databaseDirectUrl = address('DATABASE_DIRECT_URL')
  if (databaseDirectUrl !== null && databaseUrl === null)
    throw new WrongConfiguration('DATABASE_DIRECT_URL needs DATABASE_URL, the address of the pooler.')

  const filesUrl = text('FILES_URL')
  const logLevel = levels.find((level) => level === (text('LOG_LEVEL') ?? 'info'))
  const webOrigins = (text('WEB_ORIGINS') ?? '')
    .split(',')
    .map((origin) => origin.trim())
    .filter(Boolean)
    .map((origin) => httpUrl('WEB_ORIGINS', origin).origin)
  const publicUrl = text('PUBLIC_URL')
  const supportChatUrl = text('SUPPORT_CHAT_URL')

  const fcmCredentials = text('FCM_CREDENTIALS')
  const fcmUrl = httpUrl('FCM_URL', text('FCM_URL') ?? 'https://fcm.googleapis.com').origin

  const password = env.SUPERADMIN_PASSWORD || null
  if (password !== null && !strongPasswordPattern.test(password)) {
    throw new WrongConfiguration(`SUPERADMIN_PASSWORD is not valid. ${STRONG_PASSWORD_RULE}`)
  }

  const trustProxy = flag('TRUST_PROXY', false)
  // A proxy on the same machine shows a loopback address to the world: whoever has set one up is not trying it out.
  const isPublic = trustProxy || publicUrl !== null || webOrigins.length > 0
  const sampleMode = !databaseUrl && isLoopback(host) && !isPublic && env.NODE_ENV !== 'production'
  const sampleData = flag('SAMPLE_DATA', sampleMode)
  return {
    host,
    port,
    dataDir: resolve(text('DATA_DIR') ?? 'data'),
    databaseUrl,
    databaseDirectUrl,
    bucket: filesUrl ? bucketOf(filesUrl, text('AWS_ACCESS_KEY_ID'), text('AWS_SECRET_ACCESS_KEY')) : null,
    sampleMode: sampleMode && sampleData,
    sampleData,
    superadmin: {
      username: text('SUPERADMIN_USERNAME') ?? 'superadmin',
      password: text('SUPERADMIN_PASSWORD'),
    },
    webOrigins,
    publicUrl: publicUrl && httpUrl('PUBLIC_URL', publicUrl).origin,
    supportChatUrl: supportChatUrl && httpUrl('SUPPORT_CHAT_URL', supportChatUrl).href,
    logLevel: logLevel ?? fail('LOG_LEVEL', levels.join(', ')),
    trustProxy,
    metricsOpen: flag('METRICS_OPEN', false),
    fcm: fcmCredentials ? { account: fcmAccount(fcmCredentials), url: fcmUrl } : null,
  }
}
