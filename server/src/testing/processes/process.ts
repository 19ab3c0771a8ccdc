import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ownPage } from '@kirana/contract/wire/own-page'
import { runProgram, SERVER, untilReady } from '@kirana/testing/program'
import { startHttpSms } from '@kirana/testing/sms/http'
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { EVERYTHING_ROLE } from '../../tables/people.ts'
import { copyStore } from './prepared-store.ts'

const moduleCache = new URL('../../process/module-cache.ts', import.meta.url).href
const password = 'Owner@1234'

export const aStaff = (n: number | string) => ({
  name: 'Asha',
  email: '',
  username: `asha${n}`,
  password: 'Strong@123',
  roleId: EVERYTHING_ROLE,
})

const newFolder = () => mkdtempSync(join(tmpdir(), 'kirana-process-'))

/**
 * Real server processes for the tests of a file, each test with its own data folder, an empty store. Processes that are still running
 * after a test are killed. Outside sample mode they send sign-in codes to a gateway, which `codeOf` of a server reads.
 */
export function serverProcesses() {
  // Starting a process is slow on a busy machine.
  vi.setConfig({ testTimeout: 180_000 })
  let sms: Awaited<ReturnType<typeof startHttpSms>>
  beforeAll(async () => {
    sms = await startHttpSms()
  })
  afterAll(() => sms.stop())

  let folder = ''
  let programs: ReturnType<typeof runProgram>[] = []
  beforeEach(() => {
    folder = newFolder()
    copyStore('migrated', folder)
    programs = []
  })
  afterEach(async () => {
    await Promise.all(programs.map(({ stop }) => stop('SIGKILL')))
    rmSync(folder, { recursive: true, force: true })
  })

  function run(env: Record<string, string> = {}, command = SERVER) {
    const all = {
      PORT: '0',
      DATA_DIR: folder,
      SAMPLE_DATA: 'off',
      LOG_LEVEL: 'info',
      ...(env.SAMPLE_DATA !== 'on' && sms.environment),
      ...env,
    }
    // npm loads the module cache for commands; the server loads it itself.
    const program = runProgram(command === SERVER ? [command] : ['--import', moduleCache, command], all)
    programs.push(program)
    return program
  }

  /** Starts the server and waits until it prints its address. */
  async function started(env: Record<string, string> = {}) {
    const server = await untilReady(run({ SUPERADMIN_PASSWORD: password, ...env }))
    const { origin: address } = server
    return { ...server, address, codeOf: sms.codeOf, ...callsTo(address) }
  }
  return { folder: () => folder, sms: () => sms, password, run, started }
}

export type ServerProcess = Awaited<ReturnType<ReturnType<typeof serverProcesses>['started']>>

function callsTo(address: string) {
  /** Sends FormData as a form, anything else as JSON. */
  const post = (path: string, body: object, cookie = '', headers: Record<string, string> = {}) =>
    fetch(`${address}/api/v1${path}`, {
      method: 'POST',
      headers: {
        ...ownPage,
        cookie,
        ...(body instanceof FormData ? {} : { 'content-type': 'application/json', ...headers }),
      },
      body: body instanceof FormData ? body : JSON.stringify(body),
    })
  const cookieOf = (answer: Response) => answer.headers.get('set-cookie')?.split(';')[0] ?? ''
  const signIn = async () => cookieOf(await post('/superadmin/login', { username: 'superadmin', password }))
  /** Adds `aStaff(n)` as the superadmin and signs in. */
  const signInStaff = async (n: number) => {
    await post('/staff/add', aStaff(n), await signIn())
    const { username, password } = aStaff(n)
    return cookieOf(await post('/staff/login', { username, password }))
  }
  return { post, signIn, signInStaff }
}
