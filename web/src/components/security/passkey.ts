import type { Data, Sent } from '@kirana/contract/wire/route'
import type { staffSecurity } from '@kirana/contract/security'
import { startAuthentication, startRegistration, WebAuthnError } from '@simplewebauthn/browser'

/** The message after a failed passkey request. The browser's own messages are too technical to show. */
export const passkeyTrouble = (error: unknown) =>
  error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED'
    ? 'This device already has a passkey for you'
    : 'The passkey was not used. Try again'

type Asked = Data<typeof staffSecurity.passkey>
type Answer = NonNullable<Sent<typeof staffSecurity.signIn>['body']['passkey']>

/**
 * Signs the server's challenge with a passkey.
 * @throws Error if the user cancels or has no passkey
 */
export async function signWithPasskey(asked: Asked): Promise<Answer> {
  const { response, ...answer } = await startAuthentication({ optionsJSON: asked })
  const { clientDataJSON, authenticatorData, signature } = response
  return { ...answer, type: 'public-key', response: { clientDataJSON, authenticatorData, signature } }
}

type Making = Data<typeof staffSecurity.startPasskey>
type Made = Sent<typeof staffSecurity.addPasskey>['body']['passkey']

/**
 * Creates a passkey in the browser.
 * @throws Error if the user cancels
 */
export async function makePasskey(making: Making): Promise<Made> {
  const { id, rawId, response } = await startRegistration({ optionsJSON: making })
  const { clientDataJSON, attestationObject, transports } = response
  return {
    id,
    rawId,
    type: 'public-key',
    response: { clientDataJSON, attestationObject, ...(transports && { transports }) },
  }
}
