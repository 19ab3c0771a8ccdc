import { command, openStore, say } from './command.ts'
import { WrongConfiguration } from '../config/config.ts'
import { resetSuperadmin } from '../services/people/superadmin.ts'

/** `npm run superadmin:reset -- [USERNAME]`: sets a new superadmin password. */
await command(async ({ config, args }) => {
  const [username = null] = args
  if (args.length > 1) throw new WrongConfiguration('Usage: npm run superadmin:reset -- [USERNAME]')
  const { database } = await openStore(config)
  try {
    const { password } = config.superadmin
    const reset = await resetSuperadmin(database, { username, password, now: new Date() })
    const shown = reset.generated ? `${reset.generated} (shown this once)` : 'as in SUPERADMIN_PASSWORD'
    say(`Superadmin  /superadmin/signin  ${reset.username} / ${shown}`)
    say('All superadmin sessions have been signed out.')
  } finally {
    await database.close()
  }
})
