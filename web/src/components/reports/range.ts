import { asText } from '#/lib/address.ts'

/** Business days, both inclusive. */
export type Range = { from: string; to: string }

/** The days of a report in the URL of its screen; '' if the URL has none. */
export const rangeInAddress = {
  validateSearch: (address: Record<string, unknown>): Range => ({
    from: asText(address.from),
    to: asText(address.to),
  }),
}
