import { enableCompileCache } from 'node:module'
import './private-umask.ts'
// Before anything that it makes quick.
import './module-cache.ts'

enableCompileCache()

await import('./main.ts')
