import { vi } from 'vitest'

// The test files of a worker share the modules in node_modules. Each file gets its own modules of the project and
// globals.
vi.resetModules()
vi.unstubAllGlobals()
vi.useRealTimers()
