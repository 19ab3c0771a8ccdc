import { vi } from 'vitest'

// The files of a worker share what lies in node_modules; modules of the project and globals each file has to itself.
vi.resetModules()
vi.unstubAllGlobals()
vi.useRealTimers()
