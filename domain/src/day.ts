import { dayInKolkata, ISO_DAY, isDay, readMoment } from './calendar.ts'

/** The range of date fields (specification, section 9). */
export const FIRST_DAY = '1900-01-01'
export const LAST_DAY = '2099-12-31'

const LOCAL_DAY = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/

/** 'YYYY-MM-DD' if the day exists and lies between 1900 and 2099, the date picker's range (specification, section 9). */
function dayOf(year?: string, month = '', day = ''): string | null {
  const isReal = year && /^(19|20)/.test(year) && isDay(Number(year), Number(month), Number(day))
  return isReal ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : null
}

/**
 * Parses a date as forms send it into 'YYYY-MM-DD': 'D/M/YYYY', an ISO date, or an ISO date-time with an offset (its day
 * in Kolkata). Returns '' for '', and null if it cannot be parsed or is outside 1900 to 2099.
 */
export function readDay(text: string): string | null {
  const trimmed = text.trim()
  if (trimmed === '') return ''
  const [, localDay, localMonth, localYear] = LOCAL_DAY.exec(trimmed) ?? []
  if (localYear) return dayOf(localYear, localMonth, localDay)
  const moment = readMoment(trimmed)
  const [, year, month, day] = ISO_DAY.exec(moment ? dayInKolkata(moment) : trimmed) ?? []
  return dayOf(year, month, day)
}
