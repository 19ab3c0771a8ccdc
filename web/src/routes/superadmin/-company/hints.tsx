import { isGstin } from '@kirana/domain/gstin'
import { formatRupees } from '@kirana/domain/money'
import { promisedMinutes } from '@kirana/domain/promise'
import { count } from '#/lib/format.ts'
import { counted } from '#/components/reports/words.ts'

export const GSTIN_DOUBT = 'This GST number doesn’t look right. Check its 15 characters.'

/** '100 paisa = ₹1.00'; false for text that is not a number of paise. */
export function inRupees(typed: string) {
  const paise = Number(typed)
  return Number.isSafeInteger(paise) && paise >= 0 && `${count(paise)} paisa = ${formatRupees(paise)}`
}

export const gstinHint = (gstin: string) =>
  gstin !== '' && !isGstin(gstin) && <span className="text-bad">{GSTIN_DOUBT} Invoices leave it out.</span>

export const registrationHint = (gstin: string, registration: string) =>
  isGstin(gstin) === (registration === 'unregistered') ? (
    <span className="text-warn">
      {registration === 'unregistered'
        ? 'Invoices are bills without a GST number and tax until this is changed'
        : 'Without a valid GST number invoices are bills without tax'}
    </span>
  ) : (
    'Decides whether customers get a tax invoice, a bill of supply or a bill'
  )

export const fssaiHint = (fssai: string) =>
  fssai === '' ? (
    <span className="text-warn">A store that sells food has to print it on every bill</span>
  ) : (
    '14 digits, on every invoice, credit note and slip from now on'
  )

/** The hint about the promised time, which reports compare with actual deliveries. */
export function promiseHint(deliveryTime: string) {
  const minutes = promisedMinutes(deliveryTime)
  if (minutes === null) return 'Names no time, so reports can’t show which deliveries were on time'
  return `On orders: ‘Delivery in ${deliveryTime}’. Reports count deliveries within ${counted(minutes, 'minute')} as on time`
}
