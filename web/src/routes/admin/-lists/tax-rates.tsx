import type { RateOfCharge } from '@kirana/contract/tax'
import { formatDay } from '@kirana/domain/calendar'

/** GST rates since 22 September 2025, in percent. Others can be entered as well. */
export const usualRates = ['0', '5', '18', '40']

export const rateWords = (rate: number | 'goods') => (rate === 'goods' ? 'As the goods' : `${rate}%`)

/** The rates so far and to come, the newest first day first. A rate is followed by another, never changed. */
export const RateHistory = ({ rates }: { rates: readonly RateOfCharge[] }) =>
  rates.length > 0 && (
    <ul aria-label="GST rates so far" className="numbers flex flex-col gap-1 text-xs text-muted">
      {rates.map(({ rate, from, by, at }) => (
        <li key={`${from} ${at}`}>
          {rateWords(rate)} from {formatDay(from)}, entered by {by}
        </li>
      ))}
    </ul>
  )
