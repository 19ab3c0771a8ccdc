import { handOver, install } from './setup.mjs'

await install()
handOver(['scripts/suite/run-storage.ts'])
