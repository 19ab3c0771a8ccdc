import { resolve } from 'node:path'
import {
  command,
  filesOf,
  migrations,
  onlyWord,
  openOrMake,
  say,
  saySamplePasswords,
  sayWhetherAllHolds,
} from './command.ts'
import { openBackup, restore } from '../services/operations/restore.ts'

/** `npm run data:restore -- FOLDER`: a backup into the configured store, which must be empty; then checks everything. */
await command(async ({ config, words }) => {
  const usage = 'Say where the backup is: npm run data:restore -- FOLDER'
  const folder = resolve(onlyWord(words, usage))
  say('Checking every part of the backup …')
  const backup = await openBackup(folder, migrations)
  const database = await openOrMake(config)
  const files = await filesOf(config)
  try {
    say(`Restoring the store as it was on ${backup.manifest.madeAt} …`)
    await restore(database, files, backup, { migrations, now: new Date() })
    await sayWhetherAllHolds(database, files)
    await saySamplePasswords(database, config)
    say(`The store is restored${process.exitCode ? ', with what is broken above' : ' and whole'}.`)
  } finally {
    await database.close()
  }
})
