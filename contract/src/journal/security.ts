import { plain, said, type Sentence } from './sentence.ts'
import { of, plainText } from './values.ts'

/** 'signed in with Chrome on Windows, a new device'. */
export const signedIn = (label: string, how = ''): Sentence => ({
  label,
  say: ({ after }) => {
    const { browser, isNewDevice } = of(after)
    const where = browser ? ` with ${plainText(browser)}` : ''
    return said([`signed in${how}${where}`, isNewDevice ? ', a new device' : ''])
  },
})

const factorName = (entry: unknown) => {
  const { kind, name } = of(entry)
  return kind === 'passkey' ? `the passkey ${plainText(name)}` : 'an authenticator app'
}

const addedFactor = (label: string): Sentence => ({
  label,
  say: ({ after }) => said([`added ${factorName(after)} as second factor`]),
})

/** The sentences of a group, by the names of its calls. */
const prefixed = <G extends string, S extends Record<string, Sentence>>(group: G, sentences: S, who = '') =>
  Object.fromEntries(
    Object.entries(sentences).map(([verb, { label, say }]) => [
      `${group}.${verb}`,
      { label: `${label}${who}`, say },
    ]),
  ) as { [V in keyof S & string as `${G}.${V}`]: S[V] }

/** The calls that staff and the superadmin have in common. */
const calls = {
  signIn: signedIn('Signed in with a second factor', ' by a second factor'),
  signInPasskey: plain('Asked for a passkey to sign in', 'asked for a passkey'),
  confirm: plain('Confirmed with a second factor', 'confirmed with a second factor'),
  passkey: plain('Asked for a passkey to confirm', 'asked for a passkey to confirm'),
  startTotp: plain('Started to set up an app', 'started to set up an authenticator app'),
  startPasskey: plain('Started to set up a passkey', 'started to set up a passkey'),
  addTotp: addedFactor('Added an authenticator app'),
  addPasskey: addedFactor('Added a passkey'),
  removeFactor: {
    label: 'Removed a second factor',
    say: ({ before }) => said([`removed ${factorName(before)} as second factor`]),
  },
  newRecoveryCodes: plain('Made new recovery codes', 'made new recovery codes'),
  signOut: plain('Signed out another device', 'signed out another device'),
  signOutOthers: plain('Signed out everywhere else', 'signed out everywhere else'),
} satisfies Record<string, Sentence>

export const securitySentences = {
  ...prefixed('staffSecurity', calls),
  ...prefixed('superadminSecurity', calls, ' as superadmin'),
}
