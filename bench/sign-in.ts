import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ownPage } from '@kirana/contract/wire/own-page'
import { startProgram } from '@kirana/testing/program'

/**
 * Checks that the duration of a failed sign-in does not reveal which usernames exist: compares the medians of 200
 * attempts each with an unknown name, a wrong password and a disabled account. `node bench/sign-in.ts`; fails above 10 %.
 */
const ATTEMPTS = 200
/** A username is rate limited after its fifth failed attempt. */
const ATTEMPTS_PER_NAME = 5
const MAX_SPREAD = 0.1
const names = ATTEMPTS / ATTEMPTS_PER_NAME
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const superadmin = { username: 'superadmin', password: 'Bench@1234' }

const folder = mkdtempSync(join(tmpdir(), 'kirana-sign-in-'))
const { origin, stop } = await startProgram({
  DATA_DIR: folder,
  LOG_LEVEL: 'silent',
  SUPERADMIN_PASSWORD: superadmin.password,
  // Each attempt comes from a different address, which keeps it below the limit per address.
  TRUST_PROXY: 'on',
})

let addresses = 0
async function send(method: string, path: string, body?: object, cookie = '') {
  const n = ++addresses
  const headers = {
    ...ownPage,
    'content-type': 'application/json',
    cookie,
    'x-forwarded-for': `10.0.${n >> 8}.${n & 255}`,
  }
  return fetch(`${origin}/api/v1${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
}

const signedIn = await send('POST', '/superadmin/login', superadmin)
const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? ''
for (let n = 0; n < names; n++)
  for (const kind of ['known', 'disabled']) {
    const person = { name: 'Asha', email: '', username: `${kind}${n}`, password: 'Bench@1234' }
    await send('POST', '/staff/add', person, cookie)
  }
const list = await send('GET', '/staff/list', undefined, cookie)
const { data } = (await list.json()) as { data: { _id: string; username: string }[] }
for (const { _id, username } of data)
  if (username.startsWith('disabled'))
    await send('PUT', '/staff/edit', { staffId: _id, name: 'Asha', email: '', isActive: false }, cookie)

const kinds = {
  'unknown name': (n: number) => ({ username: `nobody${n}`, password: 'Bench@1234' }),
  'wrong password': (n: number) => ({ username: `known${n}`, password: 'Wrong@1234' }),
  'disabled account': (n: number) => ({ username: `disabled${n}`, password: 'Bench@1234' }),
}
const times = Object.keys(kinds).map((kind) => ({ kind, ms: [] as number[] }))
for (let n = 0; n < 10; n++) await send('POST', '/staff/login', { username: `warm${n}`, password: 'x' })
for (let n = 0; n < ATTEMPTS; n++)
  for (const { kind, ms } of times) {
    const body = kinds[kind as keyof typeof kinds](n % names)
    const start = performance.now()
    const answer = await send('POST', '/staff/login', body)
    await answer.arrayBuffer()
    ms.push(performance.now() - start)
    if (answer.status !== 401) throw new Error(`${kind}: ${answer.status}`)
  }
await stop()
rmSync(folder, { recursive: true, force: true })

const quantile = (ms: readonly number[], part: number) =>
  ms.toSorted((a, b) => a - b)[Math.floor(ms.length * part)] ?? 0
const rounded = (ms: number) => Number(ms.toFixed(2))
const results = times.map(({ kind, ms }) => ({
  kind,
  attempts: ms.length,
  medianMs: rounded(quantile(ms, 0.5)),
  p90Ms: rounded(quantile(ms, 0.9)),
}))
const medians = results.map(({ medianMs }) => medianMs)
const spread = Number((Math.max(...medians) / Math.min(...medians) - 1).toFixed(3))
const report = { node: process.version, spread, maxSpread: MAX_SPREAD, results }
process.stdout.write(`${JSON.stringify(report, null, 2)}\n`)
writeFileSync(here('results/sign-in.json'), `${JSON.stringify(report, null, 2)}\n`)
process.exitCode = spread <= MAX_SPREAD ? 0 : 1
