import { audit } from '@kirana/contract/audit'
import { company, type Company } from '@kirana/contract/company'
import { isDoubtfulGstin, isGstin, tidyGstin } from '@kirana/domain/gstin'
import { formatRupees } from '@kirana/domain/money'
import { promisedMinutes } from '@kirana/domain/promise'
import { useState } from 'react'
import type * as z from 'zod/mini'
import { queryClient, read, useWrite } from '#/lib/api.ts'
import { useFields } from '#/lib/form.ts'
import { count } from '#/lib/format.ts'
import { fieldOf } from '#/components/forms/field-of.ts'
import { LeaveGuard } from '#/components/forms/leave-guard.tsx'
import { type Compared, flagWords, useStale } from '#/components/forms/stale.ts'
import { StaleChanges } from '#/components/forms/stale-changes.tsx'
import { counted } from '#/components/reports/words.ts'
import { Ask } from '#/components/feedback/lazy.ts'
import { Button } from '#/ui/button.tsx'
import { Select, TextArea, TextField } from '#/ui/field.tsx'

/** '100 paisa = ₹1.00'; false for text that is not a number of paise. */
function inRupees(typed: string) {
  const paise = Number(typed)
  return Number.isSafeInteger(paise) && paise >= 0 && `${count(paise)} paisa = ${formatRupees(paise)}`
}

const GSTIN_DOUBT = 'This GST number doesn’t look right. Check its 15 characters.'

const compared: Compared<z.input<typeof company.edit.body>, Company>[] = [
  { name: 'companyName', label: 'Company Name' },
  { name: 'gstNo', label: 'GST No' },
  { name: 'gstRegistration', label: 'GST Registration' },
  { name: 'fssai', label: 'FSSAI Licence No' },
  { name: 'email', label: 'Email' },
  { name: 'contact', label: 'Contact' },
  { name: 'website', label: 'Website' },
  { name: 'deliveryTime', label: 'Delivery Time' },
  { name: 'address', label: 'Address' },
  { name: 'pointValueInMoney', label: 'Point Value In Money (paisa)' },
  { name: 'pointPerRefer', label: 'Point Per Refer' },
  { name: 'discountPerRefer', label: 'Discount Per Refer (percent)' },
  { name: 'openOrdersPerCustomer', label: 'Open Orders Per Customer' },
  { name: 'piecesPerOrder', label: 'Pieces Per Order' },
  { name: 'unpaidPerCustomer', label: 'Unpaid Orders Up To (₹)' },
  { name: 'unpaidBeforeDelivery', label: 'Before The First Delivery Up To (₹)' },
  { name: 'unpaidStockShare', label: 'Share Of Stock In Unpaid Orders (percent)' },
  { name: 'dailyCoinsPerStaff', label: 'Daily Coins Per Staff' },
  { name: 'secondPerson', label: 'Second Person', show: flagWords(['Required', 'Not required']) },
  { name: 'payoutApprovalFrom', label: 'Payouts Need Approval From (₹)' },
  { name: 'coinsWithoutApproval', label: 'Coins A Day Without Approval' },
  { name: 'newNumberCodesPerDay', label: 'Codes To New Numbers A Day' },
  { name: 'gettingLateMinutes', label: 'Getting Late After (minutes)' },
  { name: 'lateMinutes', label: 'Late After (minutes)' },
]

const secondPerson = [
  { value: 'false', label: 'Not required' },
  { value: 'true', label: 'Required' },
]

const registrations = [
  { value: 'regular', label: 'Regular' },
  { value: 'composition', label: 'Composition' },
  { value: 'unregistered', label: 'Unregistered' },
]

const registrationHint = (gstin: string, registration: string) =>
  isGstin(gstin) === (registration === 'unregistered') ? (
    <span className="text-warn">
      {registration === 'unregistered'
        ? 'Invoices are bills without a GST number and tax until this is changed'
        : 'Without a valid GST number invoices are bills without tax'}
    </span>
  ) : (
    'Decides whether customers get a tax invoice, a bill of supply or a bill'
  )

/** Reports measure deliveries against the time that customers were promised. */
function promiseHint(deliveryTime: string) {
  const minutes = promisedMinutes(deliveryTime)
  if (minutes === null) return 'Names no time, so reports can’t show which deliveries were on time'
  return `On orders: ‘Delivery in ${deliveryTime}’. Reports count deliveries within ${counted(minutes, 'minute')} as on time`
}

/** The company's settings, prefilled. Values are kept when the server rejects them. */
export function CompanyForm({ settings }: { settings: Company }) {
  const form = useFields(company.edit.body, settings)
  const saved = read(company.get, {})
  const edit = useWrite(company.edit, {
    reload: [company.get, audit.of],
    onDone: () => {
      const fresh = queryClient.getQueryData(saved.queryKey)
      form.reset(fresh)
      stale.renew(fresh)
    },
  })
  const stale = useStale(form, { record: settings, fields: compared })
  const [question, setQuestion] = useState<{ open: boolean } | null>(null)
  const save = (saveAnyway: boolean) =>
    form.handleSubmit(async (body) => {
      if (!saveAnyway && isDoubtfulGstin(tidyGstin(body.gstNo ?? ''), settings.gstNo))
        return setQuestion({ open: true })
      setQuestion(question && { open: false })
      await stale
        .save((version) => edit.sendAsync({ body: { ...body, version, ...(saveAnyway && { saveAnyway }) } }))
        .catch(() => {})
    })()
  const [typedGstNo, pointValue, registration, deliveryTime, fssai] = form
    .watch(['gstNo', 'pointValueInMoney', 'gstRegistration', 'deliveryTime', 'fssai'])
    .map((value) => String(value ?? '').trim())
  const gstNo = tidyGstin(typedGstNo ?? '')
  const gst = fieldOf(form, 'gstNo')
  return (
    <form
      noValidate
      className="card max-w-220"
      onSubmit={(event) => {
        event.preventDefault()
        void save(false)
      }}
    >
      <LeaveGuard isDirty={form.formState.isDirty} />
      <StaleChanges stale={stale} busy={form.formState.isSubmitting} className="m-5 mb-0" />
      <div className="grid gap-4 p-5 sm:grid-cols-2">
        <h2 className="text-lg font-semibold sm:col-span-2">The company</h2>
        <TextField label="Company Name" {...fieldOf(form, 'companyName')} />
        <TextField
          label="GST No"
          spellCheck={false}
          hint={
            gstNo && !isGstin(gstNo) && <span className="text-bad">{GSTIN_DOUBT} Invoices leave it out.</span>
          }
          {...gst}
          onChange={(event) => {
            // A company's first GST number registers it; until then 'unregistered' was nobody's choice.
            if (
              !settings.gstNo &&
              !form.formState.dirtyFields.gstRegistration &&
              isGstin(tidyGstin(event.target.value))
            )
              form.setValue('gstRegistration', 'regular', { shouldDirty: true })
            void gst.onChange(event)
          }}
        />
        <Select
          label="GST Registration"
          choices={registrations}
          hint={registrationHint(gstNo, registration ?? '')}
          {...fieldOf(form, 'gstRegistration')}
        />
        <TextField
          label="FSSAI Licence No"
          inputMode="numeric"
          hint={
            fssai ? (
              '14 digits, on every invoice, credit note and slip from now on'
            ) : (
              <span className="text-warn">A store that sells food has to print it on every bill</span>
            )
          }
          {...fieldOf(form, 'fssai')}
        />
        <TextField label="Email" type="email" {...fieldOf(form, 'email')} />
        <TextField label="Contact" type="tel" {...fieldOf(form, 'contact')} />
        <TextField label="Website" type="url" {...fieldOf(form, 'website')} />
        <TextField
          label="Delivery Time"
          hint={promiseHint(deliveryTime ?? '')}
          {...fieldOf(form, 'deliveryTime')}
        />
        <TextArea label="Address" className="sm:col-span-2" rows={3} {...fieldOf(form, 'address')} />
      </div>
      <div className="grid gap-4 border-t border-line p-5 sm:grid-cols-3">
        <h2 className="text-lg font-semibold sm:col-span-3">Coins and referrals</h2>
        <TextField
          label="Point Value In Money (paisa)"
          inputMode="numeric"
          hint={inRupees(pointValue ?? '')}
          {...fieldOf(form, 'pointValueInMoney')}
        />
        <TextField
          label="Point Per Refer"
          inputMode="numeric"
          hint="Coins for the owner of the code"
          {...fieldOf(form, 'pointPerRefer')}
        />
        <TextField
          label="Discount Per Refer (percent)"
          inputMode="decimal"
          hint="Discount on a friend’s first order"
          {...fieldOf(form, 'discountPerRefer')}
        />
      </div>
      <div className="grid gap-4 border-t border-line p-5 sm:grid-cols-2">
        <h2 className="text-lg font-semibold sm:col-span-2">Limits</h2>
        <TextField
          label="Open Orders Per Customer"
          inputMode="numeric"
          hint="Unpaid orders one customer can have open at a time, from 1 to 1,000"
          {...fieldOf(form, 'openOrdersPerCustomer')}
        />
        <TextField
          label="Pieces Per Order"
          inputMode="numeric"
          hint="Pieces of one variant an order can have, from 1 to 1,000"
          {...fieldOf(form, 'piecesPerOrder')}
        />
        <TextField
          label="Unpaid Orders Up To (₹)"
          inputMode="decimal"
          hint="All open orders of a customer that are not paid yet, cash on delivery included. Up to 10,00,000"
          {...fieldOf(form, 'unpaidPerCustomer')}
        />
        <TextField
          label="Before The First Delivery Up To (₹)"
          inputMode="decimal"
          hint="The same for customers without a delivered order"
          {...fieldOf(form, 'unpaidBeforeDelivery')}
        />
        <TextField
          label="Share Of Stock In Unpaid Orders (percent)"
          inputMode="decimal"
          hint="Pieces of a variant one customer’s online orders can reserve before they are paid, at least one. Enter 100 for no limit"
          {...fieldOf(form, 'unpaidStockShare')}
        />
        <TextField
          label="Daily Coins Per Staff"
          inputMode="numeric"
          hint="Coins one staff member can add in a day, up to 1,00,00,000. Enter 0 to stop adding coins"
          {...fieldOf(form, 'dailyCoinsPerStaff')}
        />
      </div>
      <div className="grid gap-4 border-t border-line p-5 sm:grid-cols-3">
        <h2 className="text-lg font-semibold sm:col-span-3">Approvals</h2>
        <Select
          label="Second Person"
          choices={secondPerson}
          hint="Approves payouts, larger gifts of coins, refunds of cash, and large refunds and swaps of picked orders"
          {...fieldOf(form, 'secondPerson')}
        />
        <TextField
          label="Payouts Need Approval From (₹)"
          inputMode="decimal"
          hint="0 for every payout. Payouts to one customer, and those one person makes alone, add up for 24 hours. Also the limit for refunds of missing items by one picker"
          {...fieldOf(form, 'payoutApprovalFrom')}
        />
        <TextField
          label="Coins A Day Without Approval"
          inputMode="numeric"
          hint="What one staff member can give alone in a day"
          {...fieldOf(form, 'coinsWithoutApproval')}
        />
      </div>
      <div className="grid gap-4 border-t border-line p-5 sm:grid-cols-2">
        <h2 className="text-lg font-semibold sm:col-span-2">Sign-in codes</h2>
        <TextField
          label="Codes To New Numbers A Day"
          inputMode="numeric"
          hint="Limits what messages to strangers can cost, up to 10,00,000. Customers with an account always get their codes"
          {...fieldOf(form, 'newNumberCodesPerDay')}
        />
      </div>
      <div className="grid gap-4 border-t border-line p-5 sm:grid-cols-2">
        <h2 className="text-lg font-semibold sm:col-span-2">Late orders</h2>
        <TextField
          label="Getting Late After (minutes)"
          inputMode="numeric"
          hint="The age of an open order turns yellow on the board"
          {...fieldOf(form, 'gettingLateMinutes')}
        />
        <TextField
          label="Late After (minutes)"
          inputMode="numeric"
          hint="It turns red, rings again, and counts as late on the dashboard"
          {...fieldOf(form, 'lateMinutes')}
        />
      </div>
      {question && (
        <Ask
          open={question.open}
          onOpenChange={(open) => setQuestion({ open })}
          title="Save this GST number?"
          description={`${GSTIN_DOUBT} It will not be printed on invoices.`}
          action="Save anyway"
          destructive={false}
          busy={form.formState.isSubmitting}
          onConfirm={() => void save(true)}
        />
      )}
      <div className="flex justify-end border-t border-line px-5 py-3">
        <Button type="submit" busy={form.formState.isSubmitting}>
          Save Changes
        </Button>
      </div>
    </form>
  )
}
