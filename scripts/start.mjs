import { build, handOver, install } from './setup.mjs'

await install()
await build()
handOver(['server/src/start.ts', ...process.argv.slice(2)])
