import type { RateOfCharge } from '@kirana/contract/wire/tax'
import { formatDay } from '@kirana/domain/calendar'
import { toPercent } from '@kirana/domain/money'
import { USUAL_RATES } from '@kirana/domain/tax'

/** In percent. Others can be entered as well. */
export const usualRates = USUAL_RATES.map((rate) => String(toPercent(rate)))

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
