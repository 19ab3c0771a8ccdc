import { afterAll } from 'vitest'
import { opened } from './database.ts'

// Test files of one worker share their modules, and a database that is given back serves the next file.
afterAll(async () => {
  // An app before the database that was opened for it.
  for (const close of [...opened].toReversed()) await close()
})
