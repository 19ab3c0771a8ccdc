import { handOver, install } from './setup.mjs'

await install()
handOver(['scripts/suite/run-pgbouncer.ts', ...process.argv.slice(2)])
