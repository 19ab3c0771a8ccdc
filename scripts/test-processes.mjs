import { handOver, install } from './setup.mjs'

await install()
handOver(['scripts/suite/run-processes.ts', ...process.argv.slice(2)])
