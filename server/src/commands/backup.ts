import { resolve } from 'node:path'
import { command, singleArgument, openStore, say } from './command.ts'
import { backUp } from '../services/operations/backup.ts'

/** `npm run data:backup -- FOLDER`: backs up the configured store (database and files) into a new folder. */
await command(async ({ config, args }) => {
  const usage = 'Usage: npm run data:backup -- FOLDER'
  const folder = resolve(singleArgument(args, usage))
  const { database, files } = await openStore(config)
  try {
    const manifest = await backUp(database, files, folder, new Date())
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    const { lost, count } = manifest.files
    say(`The backup is in ${folder}: ${rows} rows of ${manifest.tables.length} tables and ${count} files.`)
    if (lost.length === 0) return
    say(
      `${lost.length} files are not in the backup because they are missing or damaged: ${lost.slice(0, 5).join(', ')}`,
    )
    process.exitCode = 1
  } finally {
    await database.close()
  }
})
