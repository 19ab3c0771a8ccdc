import { handOver, install } from './setup.mjs'

await install()
handOver(['scripts/suite/run-requests.ts', ...process.argv.slice(2)])
