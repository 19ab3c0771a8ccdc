import { enableCompileCache } from 'node:module'
import './private-umask.ts'
// Must be first, so that it applies to all later imports.
import './module-cache.ts'

enableCompileCache()

await import('./main.ts')
