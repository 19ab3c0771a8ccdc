import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@kirana/contract'
import { ownPage } from '@kirana/contract/wire/own-page'
import { requestOf } from '@kirana/contract/wire/request'
import type { Data, Route, Sent } from '@kirana/contract/wire/route'
import { newBucket } from '@kirana/testing/storage'
import { eq } from 'drizzle-orm'
import { buildApp } from '../app.ts'
import { type Config, readConfig } from '../config/config.ts'
import type { Database } from '../db/types.ts'
import type { AppContext } from '../context.ts'
import { closeContext, openContext } from '../process/open-context.ts'
import { bindStorage } from '../services/files/binding.ts'
import { folderStore } from '../services/files/store.ts'
import type { Fcm } from '../services/messaging/fcm.ts'
import { hashPassword } from '../services/people/passwords.ts'
import { openCodes, withoutProvider } from '../services/messaging/codes.ts'
import type { CodeProvider } from '../services/messaging/providers/provider.ts'
import { startSession } from '../request/sessions.ts'
import { staff, superadmins } from '../tables/people.ts'
import { openBucket } from './files/bucket.ts'
import { opened, type TestDatabase, testDatabase } from './database.ts'

/** The headers that authenticate a caller, and the person's id. */
export type Credentials = { id: string; headers: Record<string, string> }
type As = { headers: Record<string, string> }

export const password = 'Right@123'
const passwordHash = hashPassword(password)

/** Statements not caused by a call: BEGIN and COMMIT, the numbering and reading of live events. */
const backgroundStatements =
  /^\s*(begin|commit|rollback|savepoint|release)\b|live_e(vent_seq|poch)|pg_advisory_xact_lock|FROM live_events/i

/**
 * The real app on a test database, with a clock that the test sets; files are in a bucket if TEST_STORAGE is set. Pass
 * another app's `database` to test a second process or a restart. Sign-in codes go to `codes` of the result, or to
 * another provider; null for none.
 */
export async function testApp(
  options: {
    config?: Partial<Config>
    database?: TestDatabase
    at?: string
    fcm?: Fcm
    codes?: CodeProvider | null
    answerWithinMs?: number
    /** How long the payment provider may take to answer. */
    providerTimeoutMs?: number
  } = {},
) {
  let at = Date.parse(options.at ?? '2026-11-21T13:00:00+05:30')
  const dataDir = await mkdtemp(join(tmpdir(), 'kirana-app-'))
  const database = options.database ?? (await testDatabase())
  const { db } = database
  const storage = process.env.TEST_STORAGE
  const failures: unknown[] = []
  const failed = (error: unknown) => void failures.push(error)
  const codes = new Map<string, string>()
  const recorder: CodeProvider = {
    name: 'http',
    about: {},
    channels: [
      {
        channel: 'sms',
        send: async ({ phone, code }) => {
          codes.set(phone, code)
          return { outcome: 'sent', messageId: '' }
        },
      },
    ],
  }
  const now = () => new Date(at)
  const { answerWithinMs } = options
  const context = await openContext({
    config: { ...readConfig({}), sampleMode: false, logLevel: 'silent', dataDir, ...options.config },
    database,
    files: storage ? (await openBucket(newBucket(storage))).store : folderStore(join(dataDir, 'files')),
    fcm: options.fcm ?? null,
    codes:
      options.codes === null
        ? withoutProvider(null)
        : openCodes(database, options.codes ?? recorder, {
            now,
            failed,
            alarm: (text, day) => app.log.error(day, text),
            ...(answerWithinMs !== undefined && { answerWithinMs }),
          }),
    now,
    failed,
    razorpayTimeoutMs: options.providerTimeoutMs ?? 500,
  })
  await bindStorage(db, context.files)
  // Background work of payments and codes is not started: a test runs what is due itself.
  await context.push.start()
  const app = await buildApp(context)

  /** Makes one call of the contract over HTTP; calls with a cookie get the headers of the product's own pages. */
  async function call<R extends Route>(route: R, sent: Sent<R>, as: As = { headers: {} }) {
    // No generated idempotency key: tests that need one send their own.
    const { method, url, headers, body } = requestOf(route, sent, { key: null })
    const form = body instanceof FormData ? await multipart(body) : null
    const answer = await app.inject({
      method,
      url,
      headers: { ...(as.headers.cookie && ownPage), ...headers, ...as.headers, ...form?.headers },
      ...(form ? { payload: form.payload } : typeof body === 'string' && { payload: body }),
    })
    const isJson = String(answer.headers['content-type']).startsWith('application/json')
    const parsed = (isJson ? answer.json() : {}) as { message: string; code?: string; data: Data<R> }
    return { status: answer.statusCode, headers: answer.headers, raw: answer.body, ...parsed }
  }

  /** The SQL statements that the calls in `work` ran. */
  async function statements(work: () => Promise<unknown>) {
    database.queries.length = 0
    await work()
    return database.queries.filter((query) => !backgroundStatements.test(query))
  }

  const signIn = {
    async staff(username = 'asha'): Promise<Credentials> {
      await db
        .insert(staff)
        .values({ name: 'Asha', username, passwordHash: await passwordHash })
        .onConflictDoNothing()
      const [person] = await db.select().from(staff).where(eq(staff.username, username))
      const id = person?.id ?? ''
      return { id, headers: { cookie: `kirana_staff=${await startSession(db, 'staff', id, context.now())}` } }
    },
    async superadmin(): Promise<Credentials> {
      await db
        .insert(superadmins)
        .values({ username: 'superadmin', passwordHash: await passwordHash })
        .onConflictDoNothing()
      const [person] = await db.select().from(superadmins)
      const id = person?.id ?? ''
      const token = await startSession(db, 'superadmin', id, context.now())
      return { id, headers: { cookie: `kirana_superadmin=${token}` } }
    },
    /** Signs in through the store API, like the customer app. */
    async customer(phone = '+919800000001', fields: { fullName?: string; referCode?: string } = {}) {
      await call(api.storeSession.sendCode, { body: { phone } })
      const code = codes.get(phone) ?? ''
      const { data } = await call(api.storeSession.signIn, { body: { phone, code, ...fields } })
      return { id: data.user._id, user: data.user, headers: { authorization: `Bearer ${data.token}` } }
    },
  }

  const close = async () => {
    if (!opened.delete(close)) return
    await closeContext(context, app.close())
    if (!options.database) await database.close()
    await rm(dataDir, { recursive: true, force: true })
  }
  opened.add(close)

  return {
    app,
    context,
    database,
    db,
    call,
    signIn,
    statements,
    /** The sent sign-in codes, by phone. */
    codes,
    /** Errors of background work. */
    failures,
    clock: {
      set: (moment: string) => void (at = Date.parse(moment)),
      pass: (minutes: number) => void (at += minutes * 60_000),
    },
    close,
  }
}

/** A form's bytes and content type. */
async function multipart(form: FormData) {
  const sent = new Response(form)
  const headers = { 'content-type': sent.headers.get('content-type') ?? '' }
  return { headers, payload: Buffer.from(await sent.arrayBuffer()) }
}

/**
 * Runs the transactions of calls, but not those that number live events, through `transaction`. Returns the function that
 * restores the original.
 */
export function wrapTransactions(context: AppContext, transaction: Database['transaction']) {
  const { database } = context
  context.database = { ...database, transaction }
  return () => {
    context.database = database
  }
}

export type TestApp = Awaited<ReturnType<typeof testApp>>

/** The same caller with additional headers. */
export const withHeaders = (as: As, headers: Record<string, string>): As => ({
  headers: { ...as.headers, ...headers },
})
