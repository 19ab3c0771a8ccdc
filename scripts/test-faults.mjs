import { handOver, install } from './setup.mjs'

await install()
handOver(['scripts/suite/run-faults.ts', ...process.argv.slice(2)])
