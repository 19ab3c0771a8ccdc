import { command, openStore, say } from './command.ts'
import { WrongConfiguration } from '../config.ts'
import { resetSuperadmin } from '../services/people/superadmin.ts'

/** `npm run superadmin:reset -- USERNAME`: a new password for an owner who has lost it. The name may be left out. */
await command(async ({ config, words }) => {
  const [username = null] = words
  if (words.length > 1)
    throw new WrongConfiguration('Say one username at most: npm run superadmin:reset -- USERNAME')
  const { database } = await openStore(config)
  try {
    const { password } = config.superadmin
    const done = await resetSuperadmin(database, { username, password, now: new Date() })
    const said = done.generated ? `${done.generated} (shown this once)` : 'as in SUPERADMIN_PASSWORD'
    say(`Superadmin  /superadmin/signin  ${done.username} / ${said}`)
    say('Whoever was signed in as superadmin is signed out.')
  } finally {
    await database.close()
  }
})
