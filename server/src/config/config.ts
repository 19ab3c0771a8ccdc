import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { isSamplePassword, STRONG_PASSWORD_RULE, strongPasswordPattern } from '@kirana/domain/password'
import * as z from 'zod/mini'
import { httpAddress, httpOrigin, httpUrl, optional, value } from './config-values.ts'
import { parseAccount } from './fcm-account.ts'
import { isLoopback, isNetwork } from './networks.ts'
import { MissingVariable, readSms, type Sms, smsVariables } from './sms-settings.ts'

/** The environment or the arguments are invalid. The message is one sentence for the operator. */
export class WrongConfiguration extends Error {}

const postgresUrl = z
  .string()
  .check(z.regex(/^postgres(ql)?:\/\//, 'a PostgreSQL address such as postgres://user@host:5432/kirana'))

function parsePort(text: string) {
  const port = Number(text)
  return Number.isInteger(port) && port >= 0 && port <= 65_535 ? port : null
}

const whole = (what: string, min: number, max: number) =>
  value(`${what} from ${min} to ${max}`, (text) => {
    const number = Number(text)
    return Number.isInteger(number) && number >= min && number <= max ? number : null
  })

const list = (text: string) => text.split(',').map((item) => item.trim())
const listWithoutBlanks = (text: string) => list(text).filter(Boolean)

const switches = new Map([
  ['on', true],
  ['off', false],
  ['true', true],
  ['false', false],
  ['1', true],
  ['0', false],
])
const parseFlag = (text: string) => switches.get(text.toLowerCase()) ?? null
const flag = value('on or off', parseFlag)

/** 32 bytes in base64. */
function parseKey(text: string) {
  const key = Buffer.from(text, 'base64')
  return key.length === 32 ? key : null
}

/** `s3://bucket?endpoint=https://storage.example:9000&region=ap-south-1`. */
function parseBucketUrl(text: string) {
  const url = URL.parse(text)
  const name = url?.host ?? ''
  // Only bucket names that every S3-compatible storage accepts, because the name becomes part of a path.
  if (url?.protocol !== 's3:' || !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(name) || url.username !== '')
    return null
  const region = url.searchParams.get('region') ?? 'us-east-1'
  const endpoint = url.searchParams.get('endpoint') ?? `https://s3.${region}.amazonaws.com`
  return { name, region, endpoint }
}

function readAccountFile(path: string) {
  try {
    return parseAccount(readFileSync(path, 'utf8'))
  } catch {
    return null
  }
}

function parseTrustProxy(text: string): 'off' | 'on' | string[] | null {
  const isOn = parseFlag(text)
  if (isOn !== null) return isOn ? 'on' : 'off'
  const proxies = list(text)
  return proxies.every(isNetwork) ? proxies : null
}

const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

const Variables = z.object({
  NODE_ENV: optional(z.string()),
  HOST: z._default(z.string().check(z.regex(/^[^\s/]+$/, 'a host name or an IP address')), '127.0.0.1'),
  PORT: z._default(value('a number from 0 to 65535', parsePort), 4100),
  DATA_DIR: z._default(z.string(), 'data'),
  DATABASE_URL: optional(postgresUrl),
  DATABASE_DIRECT_URL: optional(postgresUrl),
  DATABASE_REPLICA_URL: optional(postgresUrl),
  DATABASE_CONNECTIONS: z._default(whole('a whole number', 2, 100), 10),
  FILES_URL: optional(
    z.pipe(
      value(
        'an address such as s3://bucket?endpoint=https://storage.example&region=ap-south-1',
        parseBucketUrl,
      ),
      z.object({ name: z.string(), region: z.string(), endpoint: httpOrigin }),
    ),
  ),
  AWS_ACCESS_KEY_ID: optional(z.string()),
  AWS_SECRET_ACCESS_KEY: optional(z.string()),
  RECOVERY_DAYS: z._default(whole('whole days', 0, 365), 7),
  SAMPLE_DATA: optional(flag),
  SUPERADMIN_USERNAME: optional(z.string()),
  SUPERADMIN_PASSWORD: optional(z.string()),
  SECOND_FACTOR_KEY: optional(value('32 random bytes in base64 (openssl rand -base64 32)', parseKey)),
  WEB_ORIGINS: z._default(z.pipe(value(httpAddress, listWithoutBlanks), z.array(httpOrigin)), []),
  PUBLIC_URL: optional(httpOrigin),
  SUPPORT_CHAT_URL: optional(httpUrl),
  LOG_LEVEL: z._default(z.enum(levels, `one of ${levels.join(', ')}`), 'info'),
  TRUST_PROXY: z._default(
    value('off, on, or the addresses of the proxies such as 10.0.0.5, 10.0.1.0/24', parseTrustProxy),
    'off',
  ),
  METRICS_OPEN: z._default(flag, false),
  FCM_CREDENTIALS: optional(
    value(
      'the path of a service account’s private key (a JSON file from the Firebase console)',
      readAccountFile,
    ),
  ),
  FCM_URL: z._default(httpOrigin, 'https://fcm.googleapis.com'),
  ...smsVariables,
  RAZORPAY_KEY_ID: optional(z.string()),
  RAZORPAY_KEY_SECRET: optional(z.string()),
  RAZORPAY_WEBHOOK_SECRET: optional(z.string()),
  RAZORPAY_URL: z._default(httpOrigin, 'https://api.razorpay.com'),
  PAYMENT_CHECK_SECONDS: z._default(whole('whole seconds', 10, 3600), 300),
  PAYMENT_MINUTES: z._default(whole('whole minutes', 1, 1440), 15),
})
type Variables = z.output<typeof Variables>
/** The names of all environment variables that the server reads. */
export const variableNames = Object.keys(Variables.shape)

/** The payment account; null if a setting is missing, because orders could not be paid or refunded without it. */
const razorpayOf = ({
  RAZORPAY_KEY_ID: keyId,
  RAZORPAY_KEY_SECRET: keySecret,
  RAZORPAY_WEBHOOK_SECRET: webhookSecret,
  RAZORPAY_URL: url,
  PAYMENT_CHECK_SECONDS: checkSeconds,
}: Variables) =>
  keyId && keySecret && webhookSecret ? { keyId, keySecret, webhookSecret, url, checkSeconds } : null

/**
 * Sample accounts and a sample store exist only on the embedded database, on a loopback address, outside production.
 */
function isSampleMode(env: Variables) {
  // A proxy on the same machine can make a loopback address public.
  const isPublic = env.TRUST_PROXY !== 'off' || env.PUBLIC_URL !== null || env.WEB_ORIGINS.length > 0
  const isLocal = env.HOST === 'localhost' || isLoopback(env.HOST)
  const isTrial = env.DATABASE_URL === null && isLocal && !isPublic && env.NODE_ENV !== 'production'
  return isTrial && env.SAMPLE_DATA !== false
}

/** The environment, checked once at start. Every variable is documented in docs/running/start.md. */
const Environment = z.pipe(
  Variables.check(
    z.refine(
      (env) => env.DATABASE_DIRECT_URL === null || env.DATABASE_URL !== null,
      'DATABASE_DIRECT_URL needs DATABASE_URL, the address of the pooler.',
    ),
    z.refine(
      (env) => env.DATABASE_REPLICA_URL === null || env.DATABASE_URL !== null,
      'DATABASE_REPLICA_URL needs DATABASE_URL, the address of the primary: the embedded database has no replica.',
    ),
    z.refine(
      (env) =>
        env.DATABASE_REPLICA_URL === null ||
        ![env.DATABASE_URL, env.DATABASE_DIRECT_URL].includes(env.DATABASE_REPLICA_URL),
      'DATABASE_REPLICA_URL is not valid: it must be the address of a standby, not of the primary.',
    ),
    z.refine(
      (env) => env.FILES_URL === null || (env.AWS_ACCESS_KEY_ID && env.AWS_SECRET_ACCESS_KEY),
      'FILES_URL needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
    ),
    z.refine(
      (env) =>
        razorpayOf(env) !== null ||
        (!env.RAZORPAY_KEY_ID && !env.RAZORPAY_KEY_SECRET && !env.RAZORPAY_WEBHOOK_SECRET),
      'Online payment needs all of RAZORPAY_KEY_ID, RAZORPAY_KEY_SECRET and RAZORPAY_WEBHOOK_SECRET.',
    ),
    z.refine(
      ({ SUPERADMIN_PASSWORD: password }) => password === null || strongPasswordPattern.test(password),
      `SUPERADMIN_PASSWORD is not valid. ${STRONG_PASSWORD_RULE}`,
    ),
    z.refine(
      (env) => !isSamplePassword(env.SUPERADMIN_PASSWORD ?? '') || isSampleMode(env),
      'SUPERADMIN_PASSWORD is not valid: it must be different from the published password of sample mode.',
    ),
  ),
  z.transform((env: Variables, context) => {
    const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = env
    const sampleMode = isSampleMode(env)
    let sms: Sms | null
    try {
      sms = readSms(env)
    } catch (error) {
      if (!(error instanceof MissingVariable)) throw error
      context.issues.push({ code: 'custom', message: error.message, input: env })
      return z.NEVER
    }
    return {
      host: env.HOST,
      port: env.PORT,
      dataDir: resolve(env.DATA_DIR),
      databaseUrl: env.DATABASE_URL,
      /** The server without the pooler of `databaseUrl`; null if there is no pooler. */
      databaseDirectUrl: env.DATABASE_DIRECT_URL,
      /** A standby for reads that may be up to 5 seconds old; null to read the primary. */
      databaseReplicaUrl: env.DATABASE_REPLICA_URL,
      /** The most connections that calls of this process use at the same time, and as many to a replica. */
      databaseConnections: env.DATABASE_CONNECTIONS,
      /** The object storage; null to store files in the folder `files` in `dataDir`. */
      bucket:
        env.FILES_URL && accessKeyId && secretAccessKey
          ? { ...env.FILES_URL, accessKeyId, secretAccessKey }
          : null,
      /** Days for which the content of removed files is retained. */
      recoveryDays: env.RECOVERY_DAYS,
      sampleMode,
      sampleData: env.SAMPLE_DATA ?? sampleMode,
      /** The account created on the first start; a `username` of null means the default. */
      superadmin: { username: env.SUPERADMIN_USERNAME, password: env.SUPERADMIN_PASSWORD },
      /** Encrypts the keys of authenticator apps; null to generate a key and store it in DATA_DIR. */
      secondFactorKey: env.SECOND_FACTOR_KEY,
      /** Other origins whose pages may call the API with credentials. */
      webOrigins: env.WEB_ORIGINS,
      publicUrl: env.PUBLIC_URL,
      supportChatUrl: env.SUPPORT_CHAT_URL,
      logLevel: env.LOG_LEVEL,
      /**
       * Proxies whose X-Forwarded-* headers are trusted: none, any in a private network, or these addresses and
       * networks.
       */
      trustProxy: env.TRUST_PROXY,
      metricsOpen: env.METRICS_OPEN,
      /** The account and the endpoint for push messages; null if push is not configured. */
      fcm: env.FCM_CREDENTIALS && { account: env.FCM_CREDENTIALS, url: env.FCM_URL },
      /** The provider of one-time codes; null if none is configured. */
      sms,
      /** The account that takes online payments; null if online payment is not available. */
      razorpay: razorpayOf(env),
      /** Minutes in which an online order must be paid. */
      paymentMinutes: env.PAYMENT_MINUTES,
    }
  }),
)
export type Config = z.output<typeof Environment>

/** Validates the environment. Throws WrongConfiguration, which names the variable. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  // Blank variables are unset. The password is not trimmed, so that a password with spaces at an end is rejected.
  const texts = Object.entries(env).map(([name, text = '']) => [
    name,
    name === 'SUPERADMIN_PASSWORD' ? text : text.trim(),
  ])
  const { data, error } = z.safeParse(Environment, Object.fromEntries(texts.filter(([, text]) => text)))
  if (data) return data
  const { path = [], message = '' } = error.issues[0] ?? {}
  throw new WrongConfiguration(
    path.length > 0 ? `${String(path[0])} is not valid: it must be ${message}.` : message,
  )
}
