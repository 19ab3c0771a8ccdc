import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { validate } from 'dockerfile-utils'
import { installPackage, isRootOnDebian } from '@kirana/testing/chromium'
import { command, root } from '@kirana/testing/command'
import { buildImage, ignore } from './image.ts'
import { freePort, startPostgres } from '@kirana/testing/postgres'

/** The result of a step that counts as one test; `problem` is its failure. */
const one = (problem: string | null) => ({
  passed: problem === null ? 1 : 0,
  failed: problem === null ? 0 : 1,
  skipped: 0,
  output: problem ?? '',
})

async function dockerfile() {
  const found = validate(readFileSync(join(root, 'Dockerfile'), 'utf8'))
  const lines = found.map(({ range, message }) => `Dockerfile:${range.start.line + 1} ${String(message)}`)
  return one(lines.length === 0 ? null : lines.join('\n'))
}

async function compose() {
  const yamllint = '/usr/bin/yamllint'
  if (!existsSync(yamllint) && isRootOnDebian()) await installPackage('yamllint')
  const { code, output } = await command([yamllint, '--strict', '-c', '.yamllint', 'compose.yaml'])
  return one(code === 0 ? null : output)
}

/** Builds the image from the committed files, starts its server and runs its health check. */
async function image() {
  const work = mkdtempSync(join(tmpdir(), 'kirana-image-'))
  const context = join(work, 'context')
  const postgres = await startPostgres()
  let server: ChildProcess | undefined
  process.env['PATH'] = [dirname(process.execPath), process.env['PATH']].join(delimiter)
  try {
    const cloned = await command(['git', 'clone', '--quiet', '--depth=1', `file://${root}`, context])
    if (cloned.code !== 0) return one(cloned.output)
    ignore(context)
    const built = await buildImage(context, work)
    const env = {
      PATH: process.env['PATH'],
      ...built.env,
      PORT: String(await freePort()),
      HOST: '127.0.0.1',
      DATA_DIR: join(built.folder, 'data'),
      DATABASE_URL: postgres.url,
      SUPERADMIN_PASSWORD: 'Owner@1234',
    }
    const [file = '', ...args] = built.start
    const [check = '', ...checked] = built.health
    const isHealthy = async () => (await command([check, ...checked], env)).code === 0
    if (await isHealthy()) return one('The health check succeeds before the server runs.')
    server = spawn(file, args, { cwd: built.folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let said = ''
    for (const stream of [server.stdout, server.stderr])
      stream?.on('data', (text: Buffer) => (said += String(text)))
    const ended = once(server, 'close')
    for (let i = 0; i < 50 && !(await isHealthy()) && server.exitCode === null; i++) await wait(200)
    const healthy = await isHealthy()
    const screen = await fetch(`http://127.0.0.1:${env.PORT}/admin/signin`).catch(() => null)
    server.kill('SIGTERM')
    const [code] = (await ended) as [number | null]
    if (!healthy) return one(`The server did not become ready:\n${said}`)
    if (!screen?.ok) return one(`The sign-in screen has the status ${screen?.status}.`)
    return one(code === 0 ? null : `The server exited with ${code}:\n${said}`)
  } catch (error) {
    return one(error instanceof Error ? error.message : String(error))
  } finally {
    server?.kill('SIGKILL')
    await postgres.stop()
    rmSync(work, { recursive: true, force: true })
  }
}

export const imageSteps = [
  { title: 'lint of the Dockerfile', run: dockerfile },
  { title: 'lint of compose.yaml', run: compose },
  { title: 'build and start of the image from the committed files', run: image },
]
