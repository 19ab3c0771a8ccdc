import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const folders: string[] = []
const started: ChildProcess[] = []
afterAll(() => {
  started.forEach((child) => child.kill('SIGKILL'))
  folders.forEach((folder) => rmSync(folder, { recursive: true }))
})

const server = `
process.on('SIGTERM', () => process.exit(7))
console.log('ready', process.env.GREETING, process.cwd())
if (process.argv[2] === 'wait') setInterval(() => {}, 1000)
else process.exit(5)
`
const fakeNpm = `#!/bin/sh
echo "npm $*" >> "$LOG"
[ -z "$NPM_FAILS" ] || { echo "no network"; exit 1; }
mkdir -p node_modules/node/bin node_modules/vite/bin
ln -sf "$NODE" node_modules/node/bin/node
cp vite.js node_modules/vite/bin/vite.js
`
const fakeVite = `
const fs = require('node:fs')
fs.appendFileSync(process.env.LOG, 'vite ' + process.argv.slice(2).join(' ') + '\\n')
if (process.env.VITE_FAILS) { console.error('bad syntax'); process.exit(1) }
fs.mkdirSync('web/dist/.vite', { recursive: true })
fs.writeFileSync('web/dist/index.html', '')
`

/** A checkout with a space in its path, a fake server, and a fake npm and vite that log their calls. */
function checkout() {
  const folder = join(mkdtempSync(join(tmpdir(), 'kirana-start-')), 'my shop')
  folders.push(dirname(folder))
  const put = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  mkdirSync(join(folder, 'scripts'), { recursive: true })
  for (const name of ['address.mjs', 'setup.mjs', 'start.mjs', 'installed.mjs']) {
    cpSync(join(import.meta.dirname, name), join(folder, 'scripts', name))
  }
  put('package-lock.json', '{ "lockfileVersion": 3 }')
  put('package.json', '{ "type": "module" }')
  put('web/src/main.tsx', '')
  put('contract/src/index.ts', '')
  put('domain/src/money.ts', '')
  put('server/src/process/start.ts', server)
  put('vite.js', fakeVite)
  put('node_modules/vite/package.json', '{}')
  put('tools/npm', fakeNpm)
  chmodSync(join(folder, 'tools/npm'), 0o755)
  // The Node that runs this test replaces the one on PATH.
  symlinkSync(process.execPath, join(folder, 'tools/node'))
  const log = join(folder, 'log')
  const env = {
    ...process.env,
    PATH: `${join(folder, 'tools')}${delimiter}${process.env['PATH']}`,
    LOG: log,
    NODE: process.execPath,
    GREETING: 'namaste',
    PORT: '0',
  }
  const calls = () => {
    const text = existsSync(log) ? readFileSync(log, 'utf8') : ''
    rmSync(log, { force: true })
    return text.trim()
  }
  const start = (more: Record<string, string> = {}) =>
    spawnSync('node', [join(folder, 'scripts/start.mjs')], {
      env: { ...env, ...more },
      cwd: tmpdir(),
      encoding: 'utf8',
    })
  return { folder, put, env, calls, start }
}

test('installs and builds on the first start only, and passes environment and working directory to the server', () => {
  const { folder, calls, start } = checkout()
  const first = start()
  expect(calls()).toBe('npm ci --include=dev --loglevel=error\nvite build web')
  expect(first.stdout).toContain(`ready namaste ${folder}`)
  expect(first.status).toBe(5)
  const second = start()
  expect(calls()).toBe('')
  expect(second.stdout).toBe(`ready namaste ${folder}\n`)
  expect(second.stderr).toBe('')
})

test('installs again after a change of the lock file, and builds again after a change of the sources', () => {
  const { folder, put, calls, start } = checkout()
  start()
  calls()
  put('contract/src/index.ts', 'export const changed = true')
  start()
  expect(calls()).toBe('vite build web')
  rmSync(join(folder, 'web/dist'), { recursive: true })
  start()
  expect(calls()).toBe('vite build web')
  put('package-lock.json', '{ "lockfileVersion": 3, "packages": {} }')
  start()
  expect(calls()).toBe('npm ci --include=dev --loglevel=error\nvite build web')
  put('web/src/main.test.tsx', 'a test is not part of the build')
  start()
  expect(calls()).toBe('')
})

test('does not install again after an install by npm', () => {
  const { folder, put, env, calls, start } = checkout()
  start()
  put('package-lock.json', '{ "lockfileVersion": 3, "packages": {} }')
  spawnSync('node', [join(folder, 'scripts/installed.mjs')], { env })
  calls()
  start()
  expect(calls()).toBe('vite build web')
})

test('prints the output and exits with 1 if installing or building fails', () => {
  const { calls, start } = checkout()
  const install = start({ NPM_FAILS: 'yes' })
  expect(install.status).toBe(1)
  expect(install.stderr).toMatch(/^no network\nInstalling packages .*failed.*\n$/)
  const build = start({ VITE_FAILS: 'yes' })
  expect(build.status).toBe(1)
  expect(build.stderr).toMatch(/^bad syntax\nBuilding the web app failed.*\n$/)
  calls()
  // The failed build is not recorded as up to date.
  expect(start().status).toBe(5)
  expect(calls()).toBe('vite build web')
})

test('an address that cannot be listened on is reported before anything is installed or built, with exit code 2', async () => {
  const { calls, start } = checkout()
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const taken = start({ HOST: '127.0.0.1', PORT: ` ${port} ` })
  expect(taken.stderr).toBe(
    `Port ${port} is in use. Stop the program that uses it, or set PORT to a different port.\n`,
  )
  expect(taken.stdout).toBe('')
  expect(taken.status).toBe(2)
  other.close()
  await once(other, 'close')
  // An address of a network for documentation, which no machine has.
  const foreign = start({ HOST: '192.0.2.1', PORT: String(port) })
  expect(foreign.stderr).toBe('HOST is not valid: this machine has no address 192.0.2.1.\n')
  expect(foreign.status).toBe(2)
  expect(calls()).toBe('')
  // Malformed values are reported by the server, which knows all variables.
  expect(start({ PORT: 'four' }).status).toBe(5)
  expect(start({ HOST: '127.0.0.1', PORT: String(port) }).status).toBe(5)
})

test.each([
  ['as the same process', []],
  [
    'as a child process, if Node cannot replace itself',
    ['--import', 'data:text/javascript,delete process.execve'],
  ],
])('forwards SIGTERM and the exit code when the server runs %s', async (_, options) => {
  const { folder, env, start } = checkout()
  start()
  const args = [...options, join(folder, 'scripts/start.mjs'), 'wait']
  const child = spawn('node', args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  started.push(child)
  await new Promise((resolve) => child.stdout.once('data', resolve))
  child.kill('SIGTERM')
  expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(7)
})
