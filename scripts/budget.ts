import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sizesIn, table, weigh, type Manifest } from './checks/bundle.ts'

const dist = join(import.meta.dirname, '..', 'web', 'dist')
const manifest = join(dist, '.vite', 'manifest.json')

if (existsSync(manifest)) {
  const weights = weigh(JSON.parse(readFileSync(manifest, 'utf8')) as Manifest, sizesIn(dist))
  console.log(table(weights))
  // A build whose screens go by other names would be measured by nothing.
  const blind = ['signin', 'dashboard'].filter((name) => weights.every(({ what }) => !what.includes(name)))
  for (const name of blind) console.log(`OVER  no chunk of a ${name} screen in the build`)
  if (blind.length > 0 || weights.some(({ bytes, most }) => bytes > most)) process.exitCode = 1
} else {
  console.error('There is no build to weigh: npm run build')
  process.exitCode = 1
}
