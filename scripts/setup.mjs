// Runs on the installed Node (20 or newer) before any package is installed: built-in modules only, no TypeScript.
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
// Inside the build folder, so that any other build removes it.
const buildStamp = join(dist, '.vite', 'built-from')

/** Node 24 from the package `node`. */
export const node24 = join(modules, 'node', 'bin', 'node')
export const vite = join(modules, 'vite', 'bin', 'vite.js')

const read = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : '')
const lockHash = () =>
  createHash('sha256')
    .update(read(join(root, 'package-lock.json')))
    .digest('hex')

/** Records the lock file of the current node_modules. npm runs this after every install (`postinstall`). */
export function noteInstall() {
  writeFileSync(installStamp, lockHash())
}

/** Installs the packages of package-lock.json, unless node_modules is up to date. */
export async function install() {
  const complete = [node24, vite].every((path) => existsSync(path))
  if (complete && read(installStamp) === lockHash()) return
  // NODE_ENV=production would skip the packages that build the web app.
  await step('Installing packages (once; takes a minute or two)', 'npm', [
    'ci',
    '--include=dev',
    '--loglevel=error',
  ])
  noteInstall()
}

/** Builds the web app into web/dist if forced or if its sources have changed since the last build. */
export async function build({ force = false } = {}) {
  const sources = sourcesStamp()
  if (!force && existsSync(join(dist, 'index.html')) && read(buildStamp) === sources) return
  await step('Building the web app', node24, [vite, 'build', 'web'])
  writeFileSync(buildStamp, sources)
}

/**
 * Replaces this process by Node 24 with `args`. Where Node cannot do that, runs it as a child process and forwards
 * signals and the exit code.
 */
export function handOver(args) {
  process.chdir(root)
  if (process.execve) process.execve(node24, [node24, ...args], process.env)
  const child = spawn(node24, args, { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      // The terminal sends Ctrl-C to the child as well; a second signal would make the server exit immediately.
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

/** A hash of modification times and sizes, which is faster than hashing contents. */
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

/** Runs a command, prints its progress every few seconds, and shows its output only if it fails. */
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
    stop(`${title} failed (${command === node24 ? 'vite' : 'npm'}: ${code}). Its output is above.`)
  }
  console.log(`  done in ${seconds()}`)
}
