import type { HeldTurn } from './held-turn.ts'

/** The origin of a call, and its database turn. */
export type Client = {
  /** The IPv4 address, or the /64 of an IPv6 address. */
  address: string
  /** The IPv4 address, or the /48 of an IPv6 address. */
  network: string
  /** The token of a browser or an app on which a person has signed in before, if the call carries one. Unverified. */
  device: string | undefined
  visit: HeldTurn
}
