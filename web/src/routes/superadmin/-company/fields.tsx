import { type Company, type company, gstPeriodNames } from '@kirana/contract/company'
import { isGstin, tidyGstin } from '@kirana/domain/gstin'
import type { ChangeEvent } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type * as z from 'zod/mini'
import { SelectField, TextArea, TextField } from '#/components/forms/fields.tsx'
import { fssaiHint, gstinHint, inRupees, promiseHint, registrationHint } from './hints.tsx'
import { Section } from './section.tsx'

export type Settings = z.input<typeof company.edit.body>
type Props = { form: UseFormReturn<Settings>; settings: Company }

const requiredOrNot = [
  { value: 'false', label: 'Not required' },
  { value: 'true', label: 'Required' },
]

const roundedOrNot = [
  { value: 'false', label: 'To the paisa' },
  { value: 'true', label: 'Rounded' },
]

const registrations = [
  { value: 'regular', label: 'Regular' },
  { value: 'composition', label: 'Composition' },
  { value: 'unregistered', label: 'Unregistered' },
]

const periods = Object.entries(gstPeriodNames).map(([value, label]) => ({ value, label }))

export function CompanyFields({ form, settings }: Props) {
  const [typedGstNo = '', registration = '', deliveryTime = '', fssai = ''] = form
    .watch(['gstNo', 'gstRegistration', 'deliveryTime', 'fssai'])
    .map((value) => value?.trim())
  const gstNo = tidyGstin(typedGstNo)
  const register = ({ target }: ChangeEvent<HTMLInputElement>) => {
    // The first GST number sets the registration, because 'unregistered' was only the default until then.
    if (!settings.gstNo && !form.formState.dirtyFields.gstRegistration && isGstin(tidyGstin(target.value)))
      form.setValue('gstRegistration', 'regular', { shouldDirty: true })
  }
  return (
    <Section title="The company">
      <TextField name="companyName" />
      <TextField name="gstNo" spellCheck={false} hint={gstinHint(gstNo)} onChange={register} />
      <SelectField
        name="gstRegistration"
        choices={registrations}
        hint={registrationHint(gstNo, registration)}
      />
      {registration === 'regular' && (
        <SelectField
          name="gstPeriod"
          choices={periods}
          hint="By quarter if the company is in the QRMP scheme. Months that are filed stay filed."
        />
      )}
      <TextField name="fssai" inputMode="numeric" hint={fssaiHint(fssai)} />
      <TextField name="email" type="email" />
      <TextField name="contact" type="tel" />
      <TextField name="website" type="url" />
      <TextField name="deliveryTime" hint={promiseHint(deliveryTime)} />
      <SelectField
        name="roundOff"
        choices={roundedOrNot}
        hint="Half a rupee is rounded up. The tax stays that of the exact bill"
      />
      <TextArea name="address" className="sm:col-span-2" rows={3} />
    </Section>
  )
}

export const CoinFields = ({ form }: Props) => (
  <Section title="Coins and referrals" isWide>
    <TextField
      name="pointValueInMoney"
      inputMode="numeric"
      hint={inRupees(String(form.watch('pointValueInMoney') ?? '').trim())}
    />
    <TextField name="pointPerRefer" inputMode="numeric" hint="Coins for the owner of the code" />
    <TextField name="discountPerRefer" inputMode="decimal" hint="Discount on a friend’s first order" />
  </Section>
)

export const LimitFields = () => (
  <Section title="Limits">
    <TextField
      name="openOrdersPerCustomer"
      inputMode="numeric"
      hint="Unpaid orders one customer can have open at a time, from 1 to 1,000"
    />
    <TextField
      name="piecesPerOrder"
      inputMode="numeric"
      hint="Pieces of one variant an order can have, from 1 to 1,000"
    />
    <TextField
      name="unpaidPerCustomer"
      inputMode="decimal"
      hint="All open orders of a customer that are not paid yet, cash on delivery included. Up to 10,00,000"
    />
    <TextField
      name="unpaidBeforeDelivery"
      inputMode="decimal"
      hint="The same for customers without a delivered order"
    />
    <TextField
      name="unpaidStockShare"
      inputMode="decimal"
      hint="Pieces of a variant one customer’s online orders can reserve before they are paid, at least one. Enter 100 for no limit"
    />
    <TextField
      name="claimsShare"
      inputMode="decimal"
      hint="A customer whose claims of the last 90 days are more than this share of their deliveries is marked on the claim. Enter 100 to mark nobody who claims each delivery once"
    />
    <TextField
      name="dailyCoinsPerStaff"
      inputMode="numeric"
      hint="Coins one staff member can add in a day, up to 1,00,00,000. Enter 0 to stop adding coins"
    />
  </Section>
)

export const ApprovalFields = () => (
  <Section title="Approvals" isWide>
    <SelectField
      name="secondPerson"
      choices={requiredOrNot}
      hint="Approves payouts, larger gifts of coins, refunds of cash, and large refunds and swaps of picked orders"
    />
    <TextField
      name="payoutApprovalFrom"
      inputMode="decimal"
      hint="0 for every payout. Payouts to one customer, and those one person makes alone, add up for 24 hours. Also the limit for refunds of missing items by one picker"
    />
    <TextField
      name="coinsWithoutApproval"
      inputMode="numeric"
      hint="What one staff member can give alone in a day"
    />
  </Section>
)

export const CodeFields = () => (
  <Section title="Sign-in codes">
    <TextField
      name="newNumberCodesPerDay"
      inputMode="numeric"
      hint="Limits what messages to strangers can cost, up to 10,00,000. Customers with an account always get their codes"
    />
    <TextField
      name="codesPerDayAlarm"
      inputMode="numeric"
      hint="Codes to everyone, more than a busy day needs: the dashboard and the log warn from 80 % on. It stops no code"
    />
  </Section>
)

export const LateFields = () => (
  <Section title="Late orders">
    <TextField
      name="gettingLateMinutes"
      inputMode="numeric"
      hint="The age of an open order turns yellow on the board"
    />
    <TextField
      name="lateMinutes"
      inputMode="numeric"
      hint="It turns red, rings again, and counts as late on the dashboard"
    />
  </Section>
)

export const DoorFields = () => (
  <Section title="At the door">
    <SelectField
      name="doorCodeRequired"
      choices={requiredOrNot}
      hint="Customers see four digits in the app, and the rider enters them to deliver. Counts for bags that go on the road from now on"
    />
    <TextField
      name="upiId"
      spellCheck={false}
      autoCapitalize="none"
      hint="Customers can pay riders by UPI to this ID. Leave it empty to take cash only"
    />
    <TextField
      name="upiPerRider"
      inputMode="decimal"
      hint="A rider whose UPI payments total this much gets no bag with a bill until they are verified in Cash"
    />
    <SelectField
      name="roundCash"
      choices={roundedOrNot}
      hint="What is paid in cash is rounded to the nearest rupee, 50 paise up. The invoice stays as it is. Counts for orders placed from now on"
    />
  </Section>
)
