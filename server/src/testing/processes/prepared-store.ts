import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'

/** Copies an empty embedded store into `folder`, a DATA_DIR: `bare` without tables, `migrated` with those of today. */
export function copyStore(kind: 'bare' | 'migrated', folder: string) {
  cpSync(join(inject('preparedStores'), kind), folder, { recursive: true })
}
