import { createPrivateKey, type KeyObject, sign } from 'node:crypto'
import * as z from 'zod/mini'

/** A Google service account with permission to send messages for a Firebase project. */
export type FcmAccount = {
  projectId: string
  clientEmail: string
  privateKey: KeyObject
  keyId: string
  /** The OAuth token endpoint. */
  tokenUri: string
}

const httpAddress = z.string().check(z.refine((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? '')))
const File = z.object({
  type: z.literal('service_account'),
  project_id: z.string().check(z.regex(/^[a-z0-9-]+$/)),
  client_email: z.string().check(z.minLength(1)),
  private_key: z.string(),
  private_key_id: z._default(z.string(), ''),
  token_uri: z._default(httpAddress, 'https://oauth2.googleapis.com/token'),
})

function rsaKey(pem: string) {
  try {
    const key = createPrivateKey(pem)
    return key.asymmetricKeyType === 'rsa' ? key : null
  } catch {
    return null
  }
}

/** Parses the JSON key file of a service account from the Firebase console; null if it is not one. */
export function parseAccount(json: string): FcmAccount | null {
  let content: unknown
  try {
    content = JSON.parse(json)
  } catch {
    return null
  }
  const { data } = z.safeParse(File, content)
  const privateKey = data && rsaKey(data.private_key)
  if (!privateKey) return null
  return {
    projectId: data.project_id,
    clientEmail: data.client_email,
    privateKey,
    keyId: data.private_key_id,
    tokenUri: data.token_uri,
  }
}

const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')

/** The form to post to `tokenUri` for an access token valid for one hour: a JWT signed by the account (RFC 7523). */
export function grantFor({ clientEmail, privateKey, keyId, tokenUri }: FcmAccount, now: Date) {
  const issuedAt = Math.floor(now.getTime() / 1000)
  const head = encoded({ alg: 'RS256', typ: 'JWT', ...(keyId && { kid: keyId }) })
  const claims = encoded({
    iss: clientEmail,
    scope: 'https://www.googleapis.com/auth/firebase.messaging',
    aud: tokenUri,
    iat: issuedAt,
    exp: issuedAt + 3600,
  })
  const signature = sign('RSA-SHA256', Buffer.from(`${head}.${claims}`), privateKey).toString('base64url')
  return new URLSearchParams({
    grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
    assertion: `${head}.${claims}.${signature}`,
  })
}
