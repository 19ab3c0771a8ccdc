import { requireFreeAddress } from './address.mjs'
import { build, handOver, install } from './setup.mjs'

await requireFreeAddress(process.env)
await install()
await build()
// Makes glibc return about 100 MB that compiling the embedded database has freed.
process.env.MALLOC_TRIM_THRESHOLD_ ??= '131072'
handOver(['server/src/process/start.ts', ...process.argv.slice(2)])
