import { Secret, TOTP } from 'otpauth'

const PERIOD_SECONDS = 30
/** Codes of this many steps before and after the current one are accepted, because clocks of phones differ. */
const WINDOW = 1

const issuer = 'Kirana'
const appOf = (secret: string, label = 'Kirana') =>
  new TOTP({ issuer, label, secret: Secret.fromBase32(secret), digits: 6, period: PERIOD_SECONDS })

/** A new key of 160 bits in base32 (RFC 4226, section 4), and the address that apps read from a QR code. */
export function newTotp(username: string) {
  const secret = new Secret({ size: 20 }).base32
  return { secret, uri: appOf(secret, username).toString() }
}

/** The time step to which the code belongs, compared in constant time; null for a wrong code. */
export function stepOf(secret: string, code: string, now: Date): number | null {
  const timestamp = now.getTime()
  const delta = appOf(secret).validate({ token: code, timestamp, window: WINDOW })
  return delta === null ? null : Math.floor(timestamp / 1000 / PERIOD_SECONDS) + delta
}
