import { cpSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@kirana/contract'
import { request } from './caller.ts'
import { startProgram } from './program.ts'

/** The sample accounts (docs/running/start.md). */
export const credentials = {
  staff: { username: 'staff', password: 'Sample@123' },
  superadmin: { username: 'superadmin', password: 'Sample@123' },
} as const
export type SignedRole = keyof typeof credentials

export type Server = { origin: string; cookies: Record<SignedRole, string>; stop: () => Promise<void> }

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
  const { origin, stop } = await run(folder, env)
  const end = async () => {
    await stop()
    await rm(folder, { recursive: true, force: true })
  }
  return { origin, stop: end }
}

/** Starts a separate server on a new store. */
export const startNewStore = (env: Record<string, string> = {}) => onCopy('new', { ...newStore, ...env })

/** Starts a separate server on a copy of the sample store, with both roles signed in. */
export async function startServer(env: Record<string, string> = {}): Promise<Server> {
  const { origin, stop: end } = await onCopy('sample', env)
  try {
    // Signs in once and gives browsers the cookies, so that no test has to hash the password again.
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

/** Starts a server on the data folder `folder`; it loads the sample store unless `env` disables that. */
export async function run(folder: string, env: Record<string, string> = {}) {
  const program = await startProgram({ TZ: 'Asia/Kolkata', DATA_DIR: folder, SAMPLE_DATA: 'on', ...env })
  program.child.stderr.pipe(process.stderr)
  return program
}

/** The session cookie, 'name=token'. */
export async function signIn(origin: string, role: SignedRole) {
  const { headers } = await request(origin, api[role].login, { body: credentials[role] })
  return headers.getSetCookie()[0]?.split(';')[0] ?? ''
}
