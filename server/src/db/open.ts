import type { Database, Options } from './types.ts'

/** Opens PostgreSQL, embedded or a server. @throws Error with one sentence for the operator */
export async function openDatabase(options: Options): Promise<Database> {
  // Each engine is loaded on demand, because with a server the embedded engine would only use memory.
  if (options.url) return (await import('./server.ts')).openServer(options.url, options)
  return (await import('./embedded.ts')).openEmbedded(options)
}
