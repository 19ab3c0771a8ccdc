import { factorKinds } from '@kirana/domain/second-factor'
import { PASSWORD_REQUIRED } from '@kirana/domain/texts'
import * as z from 'zod/mini'
import { boundedList } from './bounded-list.ts'
import { boundedText } from './bounded.ts'
import { id, moment, password, renamed, required } from './shapes.ts'

const CODE_REQUIRED = 'Code is required'
const PASSKEY_INVALID = 'The answer of the passkey is not valid'

/** Bytes in base64url, of up to `max` characters. */
const base64url = (max: number) =>
  boundedText(max, PASSKEY_INVALID).check(z.regex(/^[\w-]+$/, PASSKEY_INVALID))

const publicKey = z.literal('public-key', { error: PASSKEY_INVALID })
const transports = boundedList(boundedText(20, PASSKEY_INVALID), 10, { error: PASSKEY_INVALID })
const credential = { id: base64url(2000), rawId: base64url(2000), type: publicKey }

/** What the browser answers when a passkey signs a challenge (WebAuthn, section 5.1). */
const PasskeyAnswer = z.object(
  {
    ...credential,
    response: z.object(
      {
        clientDataJSON: base64url(10_000),
        authenticatorData: base64url(10_000),
        signature: base64url(10_000),
        userHandle: z.optional(base64url(200)),
      },
      PASSKEY_INVALID,
    ),
  },
  PASSKEY_INVALID,
)

/** What the browser answers when it has made a passkey. */
export const NewPasskey = z.object(
  {
    ...credential,
    response: z.object(
      {
        clientDataJSON: base64url(10_000),
        attestationObject: base64url(50_000),
        transports: z.optional(transports),
      },
      PASSKEY_INVALID,
    ),
  },
  PASSKEY_INVALID,
)

/** The challenge that the passkey signs. */
export const PasskeyRequest = z.object({
  challenge: z.string(),
  timeout: z.number(),
  rpId: z.string(),
  userVerification: z.enum(['preferred']),
  allowCredentials: z.array(z.object({ id: z.string(), type: publicKey, transports: z.array(z.string()) })),
})

/** The options from which the browser creates a passkey. */
export const PasskeyCreation = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  timeout: z.number(),
  pubKeyCredParams: z.array(z.object({ type: publicKey, alg: z.int() })),
  excludeCredentials: z.array(z.object({ id: z.string(), type: publicKey, transports: z.array(z.string()) })),
  authenticatorSelection: z.object({
    residentKey: z.enum(['discouraged']),
    userVerification: z.enum(['preferred']),
  }),
  attestation: z.enum(['none']),
})

/** A second factor: `code` of the app or a recovery code, or the answer of a passkey. */
const proofFields = {
  code: z.optional(required(CODE_REQUIRED, 40)),
  passkey: z.optional(PasskeyAnswer),
}
export const Proof = z
  .object(proofFields, CODE_REQUIRED)
  .check(z.refine(({ code, passkey }) => code !== undefined || passkey !== undefined, CODE_REQUIRED))
export type Proof = z.output<typeof Proof>

/** The code of an app that is being set up. */
export const appCode = boundedText(40, CODE_REQUIRED, 'Enter the 6 digits of the app').check(
  z.minLength(1, { error: CODE_REQUIRED, abort: true }),
)

/** A form on screen with a single code. */
export const CodeForm = z.object({ code: required(CODE_REQUIRED, 40) })

/** The password of a person who sets up their first second factor. */
export const PasswordForm = z.object({ password: password(PASSWORD_REQUIRED) })

/** A second factor that a person has set up. `usedAt` is null before the first use. */
const Factor = renamed(
  {
    _id: id,
    kind: z.enum(factorKinds),
    name: z.string(),
    createdAt: moment,
    usedAt: z.nullable(moment),
  },
  { _id: 'id' },
)
export type Factor = z.input<typeof Factor>

/** A browser in which the person is signed in. */
const Device = renamed(
  { _id: id, browser: z.string(), signedInAt: moment, seenAt: moment, isThis: z.boolean() },
  { _id: 'id', signedInAt: 'createdAt' },
)
export type Device = z.input<typeof Device>

/** How a person signs in, and where they are signed in. */
export const Security = z.object({
  factors: z.array(Factor),
  /** Recovery codes that were not used yet. */
  recoveryCodes: z.int(),
  /** Whether the role requires a second factor. */
  isRequired: z.boolean(),
  /** Whether the address of the page can have passkeys: a name, over HTTPS unless it is localhost. */
  hasPasskeys: z.boolean(),
  devices: z.array(Device),
})
export type Security = z.input<typeof Security>

/** New recovery codes after the first factor was set up; empty if the existing ones stay valid. */
export const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })
