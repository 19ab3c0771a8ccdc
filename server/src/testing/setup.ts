import { afterAll } from 'vitest'
import { checkRows } from '../db/rows.ts'
import { opened } from './database.ts'

checkRows()

// Test files of one worker share modules, so a returned database serves the next file.
afterAll(async () => {
  // Reverse order: an app closes before its database.
  for (const close of [...opened].toReversed()) await close()
})
