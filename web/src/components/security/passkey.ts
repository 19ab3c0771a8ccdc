import type { Data, Sent } from '@kirana/contract/wire/route'
import type { staffSecurity } from '@kirana/contract/security'
import { startAuthentication, startRegistration, WebAuthnError } from '@simplewebauthn/browser'

/** What to tell when the browser made no answer; the reasons that it gives are not meant for people. */
export const passkeyTrouble = (error: unknown) =>
  error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED'
    ? 'This device already has a passkey for you'
    : 'The passkey was not used. Try again'

type Asked = Data<typeof staffSecurity.passkey>
type Answer = NonNullable<Sent<typeof staffSecurity.signIn>['body']['passkey']>

/** Has a passkey sign what the server asked for. Throws when the person stops it or none is there. */
export async function signWithPasskey(asked: Asked): Promise<Answer> {
  const { response, ...answer } = await startAuthentication({ optionsJSON: asked })
  const { clientDataJSON, authenticatorData, signature } = response
  return { ...answer, type: 'public-key', response: { clientDataJSON, authenticatorData, signature } }
}

type Making = Data<typeof staffSecurity.startPasskey>
type Made = Sent<typeof staffSecurity.addPasskey>['body']['passkey']

/** Has the browser make a passkey. Throws when the person stops it. */
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
