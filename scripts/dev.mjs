import { spawn } from 'node:child_process'
import { install, node24, root, vite } from './setup.mjs'

await install()

const running = new Set()
let exitCode = 0

function end(code) {
  exitCode ||= code
  for (const child of running) child.kill('SIGTERM')
}

for (const args of [
  ['--watch', 'server/src/process/start.ts'],
  [vite, 'web'],
]) {
  const child = spawn(node24, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
  running.add(child)
  // When one process exits, stop the other.
  child.on('exit', (code) => {
    running.delete(child)
    end(code ?? 0)
    if (running.size === 0) process.exit(exitCode)
  })
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => end(0))
