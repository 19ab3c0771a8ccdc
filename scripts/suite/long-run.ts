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
 * Where the tests of a long run note what they measured (server/src/testing/results.ts); `write` puts it all into
 * bench/results/NAME.json, beside the machine it was measured on.
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
    // Above the number of cores somebody else was at work, and times are none to go by.
    const machine = { cores: availableParallelism(), cpu: cpus()[0]?.model, load: loadavg()[0] }
    const report = { machine, node: process.version, ...Object.fromEntries(results) }
    mkdirSync(join(root, 'bench', 'results'), { recursive: true })
    writeFileSync(join(root, 'bench', 'results', `${name}.json`), `${JSON.stringify(report, null, 2)}\n`)
  }
  return { folder, write }
}
