import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@kirana/contract'
import type { Data, Route, Sent } from '@kirana/contract/route'
import { eq } from 'drizzle-orm'
import { buildApp } from '../app.ts'
import { type Config, readConfig } from '../config.ts'
import type { Database } from '../db/open.ts'
import type { Kit } from '../http/kit.ts'
import { folderStore } from '../services/files-store.ts'
import type { Fcm } from '../services/fcm.ts'
import { openLive } from '../services/live.ts'
import { hashPassword } from '../services/passwords.ts'
import { openPush } from '../services/push.ts'
import { startSession } from '../services/sessions.ts'
import { staff, superadmins } from '../tables/people.ts'
import { newBucket, openBucket } from './bucket.ts'
import { opened, type TestDatabase, testDatabase } from './database.ts'

/** Who makes a call: the headers that say so. `id` is the person's. */
export type Credentials = { id: string; headers: Record<string, string> }
type As = { headers: Record<string, string> }

export const password = 'Sample@123'
const passwordHash = hashPassword(password)

/** What belongs to no call: transactions' frames, live events being numbered and told, the clean-up of the tests. */
const asides =
  /^\s*(begin|commit|rollback|savepoint|release)\b|live_event_seq|pg_advisory_xact_lock|FROM live_events/i

/**
 * The real app on a test database, at a moment that the test sets; its files in a bucket where TEST_STORAGE names a
 * storage. `database` is another app's, to see what a second process or a restart sees.
 */
export async function testApp(
  options: { config?: Partial<Config>; database?: TestDatabase; at?: string; fcm?: Fcm } = {},
) {
  const dataDir = await mkdtemp(join(tmpdir(), 'kirana-app-'))
  const database = options.database ?? (await testDatabase())
  const { db } = database
  const storage = process.env.TEST_STORAGE
  const failures: unknown[] = []
  const live = await openLive(database, (error) => failures.push(error))
  const push = openPush(database, options.fcm ?? null, (error) => failures.push(error))
  await push.start()
  const codes = new Map<string, string>()
  let at = Date.parse(options.at ?? '2026-11-21T13:00:00+05:30')

  const kit: Kit = {
    config: { ...readConfig({}), sampleMode: false, logLevel: 'silent', dataDir, ...options.config },
    database,
    files: storage ? (await openBucket(newBucket(storage))).store : folderStore(join(dataDir, 'files')),
    live,
    push,
    now: () => new Date(at),
    sendCode: async (phone, code) => void codes.set(phone, code),
  }
  const app = await buildApp(kit)

  /** Makes one call of the contract over HTTP. */
  async function call<R extends Route>(route: R, sent: Sent<R>, as: As = { headers: {} }) {
    const {
      params = {},
      query = {},
      body,
      files,
    } = sent as {
      params?: Record<string, unknown>
      query?: Record<string, unknown>
      body?: object
      files?: readonly File[]
    }
    const path = route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
    const given = Object.entries(query).filter(([, value]) => value !== undefined)
    const form = route.files && (await multipart(route.files.field, body ?? {}, files ?? []))
    const answer = await app.inject({
      method: route.method,
      url: `/api/v1${path}`,
      query: Object.fromEntries(given.map(([name, value]) => [name, String(value)])),
      headers: { ...as.headers, ...form?.headers },
      ...(form ? { payload: form.payload } : body === undefined ? {} : { payload: body }),
    })
    const isJson = String(answer.headers['content-type']).startsWith('application/json')
    const said = (isJson ? answer.json() : {}) as { message: string; code?: string; data: Data<R> }
    return { status: answer.statusCode, headers: answer.headers, raw: answer.body, ...said }
  }

  /** The statements that `work` ran for its calls. */
  async function statements(work: () => Promise<unknown>) {
    database.queries.length = 0
    await work()
    return database.queries.filter((query) => !asides.test(query))
  }

  const signIn = {
    async staff(username = 'asha'): Promise<Credentials> {
      await db
        .insert(staff)
        .values({ name: 'Asha', username, passwordHash: await passwordHash })
        .onConflictDoNothing()
      const [person] = await db.select().from(staff).where(eq(staff.username, username))
      const id = person?.id ?? ''
      return { id, headers: { cookie: `kirana_staff=${await startSession(db, 'staff', id, kit.now())}` } }
    },
    async superadmin(): Promise<Credentials> {
      await db
        .insert(superadmins)
        .values({ username: 'superadmin', passwordHash: await passwordHash })
        .onConflictDoNothing()
      const [person] = await db.select().from(superadmins)
      const id = person?.id ?? ''
      const token = await startSession(db, 'superadmin', id, kit.now())
      return { id, headers: { cookie: `kirana_superadmin=${token}` } }
    },
    /** Through the store API, as the customer's app does it. */
    async customer(phone = '+919800000001', more: { fullName?: string; referCode?: string } = {}) {
      await call(api.storeSession.sendCode, { body: { phone } })
      const code = codes.get(phone) ?? ''
      const { data } = await call(api.storeSession.signIn, { body: { phone, code, ...more } })
      return { id: data.user._id, user: data.user, headers: { authorization: `Bearer ${data.token}` } }
    },
  }

  const close = async () => {
    if (!opened.delete(close)) return
    await app.close()
    await push.close()
    await live.close()
    if (!options.database) await database.close()
    await rm(dataDir, { recursive: true, force: true })
  }
  opened.add(close)

  return {
    app,
    kit,
    database,
    db,
    call,
    signIn,
    statements,
    /** The codes that were sent, by phone. */
    codes,
    /** What failed in the background. */
    failures,
    clock: {
      set: (moment: string) => void (at = Date.parse(moment)),
      pass: (minutes: number) => void (at += minutes * 60_000),
    },
    close,
  }
}

/** A form as a browser sends it. */
async function multipart(field: string, body: object, files: readonly File[]) {
  const form = new FormData()
  for (const [name, value] of Object.entries(body)) if (value !== undefined) form.append(name, String(value))
  for (const file of files) form.append(field, file)
  const sent = new Response(form)
  const headers = { 'content-type': sent.headers.get('content-type') ?? '' }
  return { headers, payload: Buffer.from(await sent.arrayBuffer()) }
}

/**
 * Sends the transactions of calls through `transaction`, and theirs alone: live events are numbered in some of their own
 * meanwhile. Returns what ends it.
 */
export function callsThrough(kit: Kit, transaction: Database['transaction']) {
  const { database } = kit
  kit.database = { ...database, transaction }
  return () => {
    kit.database = database
  }
}

export type TestApp = Awaited<ReturnType<typeof testApp>>

/** The same caller, saying something more with the request. */
export const saying = (as: As, headers: Record<string, string>): As => ({
  headers: { ...as.headers, ...headers },
})
