import { resolve } from 'node:path'
import {
  command,
  filesOf,
  migrations,
  singleArgument,
  openOrCreate,
  say,
  printSamplePasswords,
  printInvariants,
} from './command.ts'
import { openBackup, restore } from '../services/operations/restore.ts'

/**
 * `npm run data:restore -- FOLDER`: restores a backup into the configured store, which must be empty, and checks it.
 */
await command(async ({ config, args }) => {
  const usage = 'Usage: npm run data:restore -- FOLDER'
  const folder = resolve(singleArgument(args, usage))
  say('Checking the backup …')
  const backup = await openBackup(folder, migrations)
  const database = await openOrCreate(config)
  const files = await filesOf(config)
  try {
    say(`Restoring the store as it was on ${backup.manifest.madeAt} …`)
    await restore(database, files, backup, { migrations, now: new Date() })
    await printInvariants(database, files)
    await printSamplePasswords(database, config)
    say(
      process.exitCode
        ? 'The store is restored, but the checks marked BROKEN failed.'
        : 'The store is restored, and all checks passed.',
    )
  } finally {
    await database.close()
  }
})
