import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface, type Interface } from 'node:readline'
import { api } from '@kirana/contract'
import { request } from './caller.ts'
import { root } from './command.ts'

/** The sample accounts (docs/running/start.md). */
export const credentials = {
  staff: { username: 'staff', password: 'Sample@123' },
  superadmin: { username: 'superadmin', password: 'Sample@123' },
} as const
export type SignedRole = keyof typeof credentials

export type Server = { origin: string; cookies: Record<SignedRole, string>; stop: () => Promise<void> }

const READY = /^Kirana is ready on (http:\S+)/

/** The environment variable by which prepare.ts passes on the folder of the stores `sample` and `new`, which workers copy. */
export const TEMPLATE = 'KIRANA_E2E_TEMPLATE'

export const newFolder = () => mkdtemp(join(tmpdir(), 'kirana-e2e-'))

/** The only account of a new store. */
export const owner = { username: 'superadmin', password: 'First@2026' } as const
export const newStore = { SAMPLE_DATA: 'off', SUPERADMIN_PASSWORD: owner.password }

async function onCopy(kind: 'sample' | 'new', env: Record<string, string>) {
  const folder = await newFolder()
  const template = process.env[TEMPLATE]
  // The asynchronous cp() takes four times as long for a thousand files.
  if (template) cpSync(join(template, kind), folder, { recursive: true })
  const { stop, ...server } = await run(folder, env)
  const end = async () => {
    await stop()
    await rm(folder, { recursive: true, force: true })
  }
  return { ...server, stop: end }
}

/** A server of its own on a store that nobody has used yet. `said` as in `run`. */
export const startNewStore = (env: Record<string, string> = {}) => onCopy('new', { ...newStore, ...env })

/** A server of its own on a copy of the sample store, with both roles signed in. */
export async function startServer(env: Record<string, string> = {}): Promise<Server> {
  const { origin, stop: end } = await onCopy('sample', env)
  try {
    // Sign in once: browsers get the cookies, and no test has to hash the password again.
    const cookies = {
      staff: await signIn(origin, 'staff'),
      superadmin: await signIn(origin, 'superadmin'),
    }
    return { origin, cookies, stop: end }
  } catch (error) {
    await end()
    throw error
  }
}

/**
 * Starts the product like `npm start`, on a free port. Loads the sample store into an empty folder, unless `environment`
 * disables it. `said` is filled with the lines of the output, including later ones.
 */
export async function run(folder: string, environment: Record<string, string> = {}) {
  const child = spawn(process.execPath, [join(root, 'server', 'src', 'process', 'start.ts')], {
    env: {
      PATH: process.env['PATH'],
      TZ: 'Asia/Kolkata',
      PORT: '0',
      DATA_DIR: folder,
      SAMPLE_DATA: 'on',
      LOG_LEVEL: 'error',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const said: string[] = []
  const lines = createInterface({ input: child.stdout })
  lines.on('line', (line) => said.push(line))
  const origin = await readyAddress(lines, said)
  const stop = async () => {
    if (child.exitCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  return { origin, stop, said: said as readonly string[] }
}

const readyAddress = (lines: Interface, said: readonly string[]) =>
  new Promise<string>((resolve, reject) => {
    lines.on('line', (line) => {
      const [, origin] = READY.exec(line) ?? []
      if (origin) resolve(origin)
    })
    lines.once('close', () => reject(new Error(`The server ended before it was ready:\n${said.join('\n')}`)))
  })

/** The session cookie, 'name=token'. */
export async function signIn(origin: string, role: SignedRole) {
  const { headers } = await request(origin, api[role].login, { body: credentials[role] })
  return headers.getSetCookie()[0]?.split(';')[0] ?? ''
}
