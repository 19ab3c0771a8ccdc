import { cpSync, globSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { command } from '@kirana/testing/command'

type Instruction = { name: string; value: string }

/** The instructions of a Dockerfile, with continued lines joined. */
export const instructionsOf = (dockerfile: string): Instruction[] =>
  dockerfile
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => /^[A-Z]/.test(line))
    .map((line) => ({ name: line.split(' ')[0] ?? '', value: line.slice(line.indexOf(' ') + 1) }))

/** Removes the files of .dockerignore from a build context. */
export function ignore(context: string) {
  const patterns = readFileSync(join(context, '.dockerignore'), 'utf8').split('\n').filter(Boolean)
  for (const pattern of patterns)
    for (const path of globSync(pattern, { cwd: context })) rmSync(join(context, path), { recursive: true })
}

/**
 * Runs the steps of the Dockerfile in `context` without a container engine, with a folder under `work` for every stage
 * and this machine's Node instead of the image's. Ignores users, ports and volumes.
 * @returns the folder, environment and commands of the last stage
 * @throws Error with the output of a failed step
 */
export async function buildImage(context: string, work: string) {
  const stages = new Map<string, string>()
  let folder = ''
  let cwd = '/'
  let env: Record<string, string> = {}
  const commands: Record<string, string[]> = {}

  const steps: Record<string, (value: string) => Promise<void> | void> = {
    FROM: (value) => {
      const [image = '', , name = ''] = value.split(' ')
      folder = join(work, name || 'last')
      mkdirSync(folder, { recursive: true })
      const base = stages.get(image)
      if (base) cpSync(base, folder, { recursive: true, verbatimSymlinks: true })
      else env = {}
      stages.set(name, folder)
    },
    WORKDIR: (value) => {
      cwd = value
      mkdirSync(join(folder, cwd), { recursive: true })
    },
    ENV: (value) => {
      for (const pair of value.split(' ')) env[pair.split('=')[0] ?? ''] = pair.split('=')[1] ?? ''
    },
    COPY: (value) => {
      const from = /--from=(\S+)/.exec(value)?.[1]
      const source = from === undefined ? context : (stages.get(from) ?? '')
      const paths = value.split(' ').filter((part) => !part.startsWith('--'))
      const target = paths.pop() ?? ''
      for (const path of paths) {
        const isFile = statSync(join(source, path)).isFile()
        const place = join(folder, cwd, target, isFile && target.endsWith('/') ? basename(path) : '')
        cpSync(join(source, path), place, { recursive: true, verbatimSymlinks: true, force: true })
      }
    },
    RUN: async (value) => {
      const quiet = { npm_config_loglevel: 'error', npm_config_update_notifier: 'false' }
      const line = `cd '${join(folder, cwd)}' && ${value}`
      const { code, output } = await command(['/bin/sh', '-c', line], { ...env, ...quiet })
      if (code !== 0) throw new Error(`RUN ${value} ended with ${code}:\n${output}`)
    },
    HEALTHCHECK: (value) => {
      commands['health'] = JSON.parse(value.slice(value.indexOf('['))) as string[]
    },
    CMD: (value) => {
      commands['start'] = JSON.parse(value) as string[]
    },
  }
  for (const { name, value } of instructionsOf(readFileSync(join(context, 'Dockerfile'), 'utf8')))
    await steps[name]?.(value)
  return { folder: join(folder, cwd), env, start: commands['start'] ?? [], health: commands['health'] ?? [] }
}
