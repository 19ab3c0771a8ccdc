import { SECOND_STEP_MS } from '@kirana/domain/second-factor'
import type { Factor } from './factors.ts'

/** Imported with the first passkey, because it imports many parsers of certificates. */
const library = () => import('@simplewebauthn/server')

/** The page of a request: its origin, and the host name that passkeys belong to. */
export type Page = { origin: string; rpId: string }

type Credential = { id: string; rawId: string; type: 'public-key' }
/** The browser's answers: a challenge signed by a passkey, and a new passkey (WebAuthn, section 5.1). */
export type Signature = Credential & {
  response: {
    clientDataJSON: string
    authenticatorData: string
    signature: string
    userHandle?: string | undefined
  }
}
export type MadePasskey = Credential & {
  response: { clientDataJSON: string; attestationObject: string; transports?: string[] | undefined }
}
/** The transports that the library's type lists; a browser may send newer ones. */
type Transports = ('ble' | 'cable' | 'hybrid' | 'internal' | 'nfc' | 'smart-card' | 'usb')[]

const described = (factors: readonly Factor[]) =>
  factors.flatMap(({ credentialId, transports }) =>
    credentialId === null ? [] : [{ id: credentialId, transports: transports as Transports }],
  )
const listed = (credentials: readonly { id: string; transports?: readonly string[] }[] = []) =>
  credentials.map(({ id, transports = [] }) => ({
    id,
    type: 'public-key' as const,
    transports: [...transports],
  }))

/** A challenge that one of these passkeys has to sign. */
export async function passkeyRequest({ rpId }: Page, factors: readonly Factor[]) {
  const { generateAuthenticationOptions } = await library()
  const { challenge, allowCredentials } = await generateAuthenticationOptions({
    rpID: rpId,
    allowCredentials: described(factors),
  })
  return {
    challenge,
    rpId,
    timeout: SECOND_STEP_MS,
    userVerification: 'preferred' as const,
    allowCredentials: listed(allowCredentials),
  }
}

/** The new counter of the passkey; null for a wrong signature. */
export async function verifySignature(
  answer: Signature,
  { page, challenge, factor }: { page: Page; challenge: string; factor: Factor },
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await library()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...answer, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: page.origin,
      expectedRPID: page.rpId,
      requireUserVerification: false,
      credential: {
        id: factor.credentialId ?? '',
        publicKey: new Uint8Array(Buffer.from(factor.publicKey ?? '', 'base64url')),
        counter: factor.counter,
      },
    })
    return verified ? authenticationInfo.newCounter : null
  } catch {
    return null
  }
}

/** The options with which the browser creates a passkey. It rejects authenticators that have one of `factors`. */
export async function passkeyCreation(
  { rpId }: Page,
  person: { id: string; username: string; name: string },
  factors: readonly Factor[],
) {
  const { generateRegistrationOptions } = await library()
  const { challenge, excludeCredentials, user, pubKeyCredParams } = await generateRegistrationOptions({
    rpName: 'Kirana',
    rpID: rpId,
    userID: new Uint8Array(Buffer.from(person.id)),
    userName: person.username,
    userDisplayName: person.name,
    excludeCredentials: described(factors),
  })
  return {
    rp: { id: rpId, name: 'Kirana' },
    user,
    challenge,
    timeout: SECOND_STEP_MS,
    pubKeyCredParams,
    excludeCredentials: listed(excludeCredentials),
    authenticatorSelection: { residentKey: 'discouraged' as const, userVerification: 'preferred' as const },
    attestation: 'none' as const,
  }
}

/** The key of a new passkey; null if the answer does not belong to this challenge and page. */
export async function verifyCreation(
  made: MadePasskey,
  { page, challenge }: { page: Page; challenge: string },
) {
  const { verifyRegistrationResponse } = await library()
  try {
    const { transports: _, ...response } = made.response
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...made, response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: page.origin,
      expectedRPID: page.rpId,
      requireUserVerification: false,
    })
    if (!verified) return null
    const { credential } = registrationInfo
    return {
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      transports: made.response.transports ?? [],
    }
  } catch {
    return null
  }
}
