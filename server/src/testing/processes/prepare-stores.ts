import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { keptFolder } from '@kirana/testing/kept'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '../../db/open.ts'

const migrations = fileURLToPath(new URL('../../../drizzle', import.meta.url))

declare module 'vitest' {
  interface ProvidedContext {
    /** Holds a folder for each kind of prepared store (prepared-store.ts). */
    preparedStores: string
  }
}

/** Makes the stores that tests copy: creating a cluster takes five seconds of a core, copying one half a second. */
export default async function prepareStores({ provide }: TestProject) {
  const stores = await keptFolder(
    'kirana-stores',
    'server/src/testing/processes/prepare-stores.ts',
    ['server/src/db/*.ts', 'server/drizzle/*.sql'],
    async (folder) => {
      const [bare, migrated] = [join(folder, 'bare'), join(folder, 'migrated')]
      for (const store of [bare, migrated]) mkdirSync(store, { mode: 0o700 })
      const cluster = await openDatabase({ url: null, folder: join(bare, 'database') })
      await cluster.close()
      cpSync(bare, migrated, { recursive: true })
      const database = await openDatabase({ url: null, folder: join(migrated, 'database') })
      await database.migrate(migrations)
      await database.close()
    },
  )
  provide('preparedStores', stores)
}
