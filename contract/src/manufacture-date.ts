import * as z from 'zod/mini'

const NOT_A_DATE = 'Manufacture date is not a date, write it as D/M/YYYY'

/** 'YYYY-MM-DD' when there is such a day, from 1900 to 2099. */
const existing = (year: number, month: number, day: number) => {
  const date = new Date(Date.UTC(year, month - 1, day))
  const real = date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return real && year >= 1900 && year <= 2099 ? date.toISOString().slice(0, 10) : null
}

const inKolkata = (moment: Date) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata', dateStyle: 'short' }).format(moment)

/** The day in a local date (D/M/YYYY), an ISO day or an ISO moment (its day in Kolkata); null when there is none. */
const dayIn = (text: string) => {
  const local = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text)
  if (local) return existing(Number(local[3]), Number(local[2]), Number(local[1]))
  const iso = /^(\d{4})-(\d{2})-(\d{2})(T.+)?$/.exec(text)
  if (!iso) return null
  if (!iso[4]) return existing(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const moment = new Date(text)
  return Number.isNaN(moment.getTime()) ? null : inKolkata(moment)
}

/** A product's manufacture date as it is sent; 'YYYY-MM-DD' or '' inside. */
export const manufactureDate = z._default(
  z.codec(z.string({ error: NOT_A_DATE }), z.string(), {
    decode: (sent, context) => {
      const text = sent.trim()
      const day = text === '' ? '' : dayIn(text)
      if (day !== null) return day
      context.issues.push({ code: 'custom', message: NOT_A_DATE, input: sent })
      return z.NEVER
    },
    encode: (day) => day,
  }),
  '',
)
