import { resolve } from 'node:path'
import { command, onlyWord, openStore, say } from './command.ts'
import { backUp } from '../services/operations/backup.ts'

/** `npm run data:backup -- FOLDER`: the configured store, database and files, into a new folder. Only reads the store. */
await command(async ({ config, words }) => {
  const usage = 'Say where the backup goes: npm run data:backup -- FOLDER'
  const folder = resolve(onlyWord(words, usage))
  const { database, files } = await openStore(config)
  try {
    const made = await backUp(database, files, folder, new Date())
    const rows = made.tables.reduce((sum, table) => sum + table.rows, 0)
    const { lost, count } = made.files
    say(`The backup is in ${folder}: ${rows} rows of ${made.tables.length} tables and ${count} files.`)
    if (lost.length === 0) return
    say(
      `${lost.length} files are not in it, because they are missing or have changed: ${lost.slice(0, 5).join(', ')}`,
    )
    process.exitCode = 1
  } finally {
    await database.close()
  }
})
