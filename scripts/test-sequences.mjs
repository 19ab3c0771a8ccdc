import { handOver, install } from './setup.mjs'

await install()
handOver(['scripts/suite/run-sequences.ts', ...process.argv.slice(2)])
