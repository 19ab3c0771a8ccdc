import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sizesIn, table, weigh, type Manifest } from './checks/bundle.ts'

const dist = join(import.meta.dirname, '..', 'web', 'dist')
const manifest = join(dist, '.vite', 'manifest.json')

if (existsSync(manifest)) {
  const weights = weigh(JSON.parse(readFileSync(manifest, 'utf8')) as Manifest, sizesIn(dist))
  console.log(table(weights))
  // If chunks were named differently, no budget would match a screen.
  const unmatched = ['signin', 'dashboard'].filter((name) =>
    weights.every(({ what }) => !what.includes(name)),
  )
  for (const name of unmatched) console.log(`OVER  no chunk of a ${name} screen in the build`)
  if (unmatched.length > 0 || weights.some(({ bytes, budget }) => bytes > budget)) process.exitCode = 1
} else {
  console.error('There is no build to measure. Run npm run build first.')
  process.exitCode = 1
}
