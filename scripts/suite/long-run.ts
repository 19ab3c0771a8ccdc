import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { root } from '@kirana/testing/command'

/** A whole number above 0 from the command line. */
export function countFrom(text: string | undefined, otherwise: number): number {
  const count = Number(text ?? otherwise)
  if (!Number.isInteger(count) || count < 1) throw new Error('Say how many: a whole number above 0.')
  return count
}

/**
 * Collects the results that tests write to `folder` (server/src/testing/results.ts); `write` saves them in
 * bench/results/NAME.json, with a description of the machine.
 */
export function noteResults(name: string) {
  const folder = mkdtempSync(join(tmpdir(), 'kirana-results-'))
  const write = () => {
    const results = readdirSync(folder)
      .toSorted()
      .map((file) => [
        basename(file, '.json'),
        JSON.parse(readFileSync(join(folder, file), 'utf8')) as unknown,
      ])
    rmSync(folder, { recursive: true })
    // A load above the number of cores means that other work has distorted the times.
    const machine = { cores: availableParallelism(), cpu: cpus()[0]?.model, load: loadavg()[0] }
    const report = { machine, node: process.version, ...Object.fromEntries(results) }
    mkdirSync(join(root, 'bench', 'results'), { recursive: true })
    writeFileSync(join(root, 'bench', 'results', `${name}.json`), `${JSON.stringify(report, null, 2)}\n`)
  }
  return { folder, write }
}
