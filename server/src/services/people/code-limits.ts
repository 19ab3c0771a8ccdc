import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { rowsOf } from '../../db/rows.ts'
import type { Client } from '../../request/client.ts'
import type { Db } from '../../db/types.ts'
import { deviceHash } from '../../request/devices.ts'
import { hashToken } from '../../request/sessions.ts'
import type { Rule } from './rate-limits.ts'

const hour = 3600
/** Per phone and network. Each message costs money and disturbs its recipient. About 12 a day. */
export const sendsPerPhoneAndNetwork: Rule = { free: 3, firstWait: 60, growth: 4, longestWait: 4 * hour }
/** Per phone from all networks. The limit is higher than one network can reach in a day. About 45 a day. */
export const sendsPerPhone: Rule = { free: 15, firstWait: 60, longestWait: hour }
/** For each phone and known device of its customer. Other people cannot use it up. About 20 a day. */
export const sendsPerDevice: Rule = { free: 10, firstWait: 60, growth: 4, longestWait: 4 * hour }
/**
 * For each phone from all known devices of its customer, because each sign-in can add a device. The limit is higher
 * than one device can reach in a day. About 30 a day.
 */
export const sendsPerPhoneAndDevices: Rule = { free: 20, firstWait: 60, growth: 4, longestWait: 4 * hour }
/**
 * Per 10,000 consecutive numbers from all networks: in SMS pumping, the attacker earns money with a range of numbers,
 * which operators assign in blocks of this size. Above the limit, only customers get a code. About 50 unused codes a
 * day.
 */
const sendsPerRange: Rule = { free: 20, firstWait: 60, longestWait: hour }
/** Per network. Waits are short, because it may be a mobile network. Above the limit, only customers get a code. */
const sendsPerNetwork: Rule = { free: 300, firstWait: 1, growth: 1.05, longestWait: 60 }
/**
 * Requests for codes, per network, because each request stores rows for its limits. A mobile network has thousands of
 * customers, so waits are only seconds. Requests whose code was entered and those of known devices do not count. About
 * 6,000 a day.
 */
export const asksPerNetwork: Rule = { free: 3_000, firstWait: 1, growth: 1.02, longestWait: 30 }
/**
 * Per phone and network. Enough for two codes, so a new code can be entered right after an invalid one. About 40 a day.
 */
export const triesPerPhoneAndNetwork: Rule = { free: 10, firstWait: 60, longestWait: hour }
/**
 * Per phone from all networks. The limit is higher than one network can reach. Allows 150 guesses a day of a million
 * possible codes.
 */
export const triesPerPhone: Rule = { free: 50, firstWait: 60 }
/** Per network. Waits are only seconds, because a mobile network has thousands of customers. */
const triesPerNetwork: Rule = { free: 500, firstWait: 1, growth: 1.02, longestWait: 30 }

/** `+91` and six of the ten digits. */
const rangeOf = (phone: string) => phone.slice(0, 9)

export const networkKey = (network: string) => `customer:send-network:${network}`

type Asking = Pick<Client, 'network' | 'device'> & { phone: string }

/**
 * The rate-limit keys for sending and for entering a code. `phone`: the limits of the phone, separate for a known
 * device. `asks`: the limit of all requests of a network. `shared`: limits beyond which only customers get codes.
 */
export function limitsOf({ phone, network, device }: Asking, isKnownDevice: boolean) {
  const known = `${phone}:device:${hashToken(device ?? '')}`
  const here = `${phone}@${network}`
  return {
    send: {
      phone: isKnownDevice
        ? {
            [`customer:send:${known}`]: sendsPerDevice,
            [`customer:send-devices:${phone}`]: sendsPerPhoneAndDevices,
          }
        : { [`customer:send:${here}`]: sendsPerPhoneAndNetwork, [`customer:send:${phone}`]: sendsPerPhone },
      asks: isKnownDevice ? {} : { [`customer:ask-network:${network}`]: asksPerNetwork },
      shared: {
        [`customer:send-range:${rangeOf(phone)}`]: sendsPerRange,
        [networkKey(network)]: sendsPerNetwork,
      },
    },
    enter: isKnownDevice
      ? { [`customer:code:${known}`]: triesPerPhoneAndNetwork }
      : {
          [`customer:code:${here}`]: triesPerPhoneAndNetwork,
          [`customer:code:${phone}`]: triesPerPhone,
          [`customer:code-network:${network}`]: triesPerNetwork,
        },
    /** Keys that a right code resets, because it proves that the customer made the request. */
    reset: [`customer:send:${here}`, `customer:code:${isKnownDevice ? known : here}`],
  }
}

const recipientRow = z.strictObject({ is_known_device: z.boolean() })

/** Whether a phone has an account, and whether its customer has signed in on this device. */
export async function findRecipient(db: Db, { phone, device = '' }: Asking) {
  const [row] = await rowsOf(db, recipientRow).execute(sql`
    SELECT EXISTS (SELECT FROM known_devices
      WHERE token_hash = ${deviceHash('customer', sql`u.id`, device)}) AS is_known_device
    FROM users u WHERE u.phone = ${phone} AND u.erased_at IS NULL`)
  return { isCustomer: row !== undefined, isKnownDevice: row?.is_known_device ?? false }
}
