// Runs on the machine's own Node (20 or newer) before anything is installed: Node's own modules only, no TypeScript.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

const modules = join(root, 'node_modules')
const installStamp = join(modules, '.kirana-installed')
const dist = join(root, 'web', 'dist')
// Inside the build, so that a build made any other way takes the stamp away with it.
const buildStamp = join(dist, '.vite', 'built-from')

/** Node 24 as the package `node` brings it. */
export const node24 = join(modules, 'node', 'bin', 'node')
export const vite = join(modules, 'vite', 'bin', 'vite.js')

const read = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : '')
const lockHash = () =>
  createHash('sha256')
    .update(read(join(root, 'package-lock.json')))
    .digest('hex')

/** Notes which lock file node_modules now answers to. npm calls it after every install (`postinstall`). */
export function noteInstall() {
  writeFileSync(installStamp, lockHash())
}

/** Makes node_modules what package-lock.json says; does nothing when it already is. */
export async function install() {
  const complete = [node24, vite].every((path) => existsSync(path))
  if (complete && read(installStamp) === lockHash()) return
  // NODE_ENV=production would leave out what builds the web app.
  await step('Installing the packages (once, a minute or two)', 'npm', [
    'ci',
    '--include=dev',
    '--loglevel=error',
  ])
  noteInstall()
}

/** Builds the web app into web/dist when its sources changed since the last build, or always when forced. */
export async function build({ force = false } = {}) {
  const sources = sourcesStamp()
  if (!force && existsSync(join(dist, 'index.html')) && read(buildStamp) === sources) return
  await step('Building the web app', node24, [vite, 'build', 'web'])
  writeFileSync(buildStamp, sources)
}

/**
 * Puts Node 24 running `args` in this process's place: the same process where Node can do that, else a child that
 * gets this one's signals and whose exit code becomes this one's.
 */
export function handOver(args) {
  process.chdir(root)
  if (process.execve) process.execve(node24, [node24, ...args], process.env)
  const child = spawn(node24, args, { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      // A terminal's Ctrl-C reaches the child by itself; twice would mean "at once" to a server that is stopping.
      if (!(signal === 'SIGINT' && process.stdin.isTTY)) child.kill(signal)
    })
  }
  child.on('error', (error) => stop(`Node 24 did not start: ${error.message}`))
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]))
}

export function stop(sentence) {
  console.error(sentence)
  process.exit(1)
}

/** Times and sizes instead of contents: a hundred files cost a millisecond, and a checkout touches what it changes. */
function sourcesStamp() {
  const hash = createHash('sha256')
  const add = (path) => {
    const { mtimeMs, size } = statSync(path)
    hash.update(`${path.slice(root.length)} ${mtimeMs} ${size}\n`)
  }
  const walk = (folder) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (/^(node_modules|dist)$|\.gen\.ts$|\.test\.tsx?$/.test(entry.name)) continue
      const path = join(folder, entry.name)
      if (entry.isDirectory()) walk(path)
      else add(path)
    }
  }
  for (const folder of ['web', 'contract', 'domain']) walk(join(root, folder))
  add(join(root, 'package-lock.json'))
  return hash.digest('hex')
}

/** Runs one command quietly, saying every few seconds that it goes on; its output is shown only when it fails. */
async function step(title, command, args) {
  const start = performance.now()
  const seconds = () => `${Math.round((performance.now() - start) / 1000)} s`
  console.log(`${title} …`)
  const beat = setInterval(() => console.log(`  … ${seconds()}`), 5000)
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
  const code = await new Promise((resolve) => {
    child.on('error', (error) => resolve(error.message))
    child.on('close', resolve)
  })
  clearInterval(beat)
  if (code !== 0) {
    console.error(output.trim())
    stop(`${title} failed (${command === node24 ? 'vite' : 'npm'}: ${code}); what it said is above.`)
  }
  console.log(`  done in ${seconds()}`)
}
