import { enableCompileCache } from 'node:module'
// Before anything that it makes quick.
import './quick-imports.ts'

enableCompileCache()

await import('./main.ts')
