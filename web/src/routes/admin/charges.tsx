import { ALL_FIELDS_REQUIRED } from '@kirana/domain/texts'
import { chargeLabels, charges, type Charge } from '@kirana/contract/charges'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { asOneOf } from '#/lib/address.ts'
import { read, reloadAll, useWrite } from '#/lib/api.ts'
import { rupees } from '#/lib/format.ts'
import { useAllowed } from '#/lib/session/allowed.ts'
import { FlagBadge } from '#/components/tables/badges.tsx'
import type { Column } from '#/components/tables/data-table.tsx'
import { FormDialog } from '#/components/forms/form-dialog.tsx'
import { flagWords } from '#/components/forms/stale.ts'
import { FlagField, SelectField, TextField } from '#/components/forms/fields.tsx'
import { Select } from '#/ui/field.tsx'
import { RateField, RateHistory, rateDoubt } from './-lists/tax-rates.tsx'
import { amountTypes, SimpleList, type FormOf } from './-lists/simple-list.tsx'

const taxes = ['', 'missing'] as const

export const Route = createFileRoute('/admin/charges')({
  validateSearch: (address: Record<string, unknown>) => ({ tax: asOneOf(taxes, address.tax) }),
  component: Charges,
})

const reload = [charges.list]

const columns: Column<Charge>[] = [
  {
    id: 'title',
    header: 'Title',
    phone: 'title',
    sort: { key: 'title', kind: 'text', by: ({ title }) => title },
    cell: ({ title }) => <div className="wrap-anywhere md:min-w-20">{title}</div>,
  },
  {
    id: 'amount',
    header: 'Amount',
    isNumeric: true,
    phone: 'end',
    sort: { key: 'amount', kind: 'amount', by: ({ chargeAmount }) => chargeAmount },
    cell: ({ chargeAmount, chargeType }) =>
      chargeType === 'Percentage' ? `${chargeAmount}%` : rupees(chargeAmount),
  },
  { id: 'type', header: 'Type', cell: ({ chargeType }) => chargeType },
  {
    id: 'minimum',
    header: 'Minimum Amount',
    isNumeric: true,
    sort: { key: 'minimum', kind: 'amount', by: ({ minimumAmount }) => minimumAmount },
    cell: ({ minimumAmount }) => rupees(minimumAmount),
  },
  {
    id: 'maximum',
    header: 'Maximum Amount',
    isNumeric: true,
    sort: { key: 'maximum', kind: 'amount', by: ({ maximumAmount }) => maximumAmount || Infinity },
    cell: ({ maximumAmount }) => (maximumAmount > 0 ? rupees(maximumAmount) : 'No limit'),
  },
  {
    id: 'isEnable',
    header: 'Enable/Disable',
    phone: 'plain',
    cell: ({ isEnable }) => <FlagBadge on={isEnable} />,
  },
]

function Charges() {
  const query = useQuery(read(charges.list, {}))
  const { tax } = Route.useSearch()
  const navigate = Route.useNavigate()
  const remove = useWrite(charges.remove, { reload })
  return (
    <SimpleList
      title="Charges"
      add="New Charge"
      about="What is added to the bill, such as delivery and handling. Without charges customers pay for the goods alone."
      isEditable={useAllowed(charges.edit)}
      query={query}
      columns={columns}
      isShown={({ isEnable, gstRate }) => tax === '' || (isEnable && gstRate === null)}
      toolbar={
        <Select
          label="GST"
          value={tax}
          onChange={({ target }) =>
            void navigate({ search: (now) => ({ ...now, tax: asOneOf(taxes, target.value) }) })
          }
          choices={[
            { value: '', label: 'All Charges' },
            { value: 'missing', label: 'Enabled without a rate' },
          ]}
        />
      }
      nameOf={({ title }) => title}
      consequence="New orders will be without this charge. Orders that have it keep it."
      onDelete={({ _id }) => remove.sendAsync({ params: { id: _id } })}
      form={ChargeForm}
    />
  )
}

function ChargeForm({ row: charge, ...dialog }: FormOf<Charge>) {
  const add = useWrite(charges.add, { reload })
  const edit = useWrite(charges.edit, { reload, onError: () => void reloadAll(reload) })
  const inUse = charge?.gstRates.map(({ rate }) => rate) ?? []
  return (
    <FormDialog
      {...dialog}
      title={charge ? 'Edit Charge' : 'New Charge'}
      save={charge ? 'Save' : 'New Charge'}
      width="medium"
      labels={chargeLabels}
      draft={charge?._id ?? 'new charge'}
      schema={charges.add.body}
      sharedMessage={ALL_FIELDS_REQUIRED}
      values={{
        title: '',
        chargeAmount: '',
        minimumAmount: '',
        maximumAmount: '',
        ...charge,
        isEnable: true,
        gstRate: String(charge?.gstRate ?? ''),
        gstFrom: '',
      }}
      doubtOf={({ gstRate }) => rateDoubt(gstRate, inUse)}
      flags={charge ? [{ name: 'isEnable', now: charge.isEnable, means: 'enabled' }] : undefined}
      compared={
        charge ? { record: charge, show: { isEnable: flagWords(['Enabled', 'Disabled']) } } : undefined
      }
      onSave={(body, version, changed) => {
        if (!charge) return add.sendAsync({ body })
        // Since the form was opened another rate may have started, which the unchanged one would replace.
        const gstRate = changed.gstRate || changed.gstFrom ? body.gstRate : ''
        return edit.sendAsync({ body: { ...body, gstRate, chargeId: charge._id, version } })
      }}
    >
      <TextField name="title" />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField name="chargeType" {...amountTypes} />
        <TextField name="chargeAmount" inputMode="decimal" />
        <TextField
          name="minimumAmount"
          inputMode="decimal"
          hint="Applies to bills of this amount and more, before discounts"
        />
        <TextField
          name="maximumAmount"
          inputMode="decimal"
          hint="Applies up to this bill amount, included. Empty or 0: no limit"
        />
      </div>
      <div className="grid gap-4 sm:grid-cols-3">
        <TextField name="sac" inputMode="numeric" hint="Delivery is usually 9968" />
        <RateField
          inUse={inUse}
          placeholder="Not set"
          hint="As the goods: split over them by value"
          hasGoods
        />
        <TextField name="gstFrom" type="date" hint="Empty: from today on" />
      </div>
      <RateHistory rates={charge?.gstRates ?? []} />
      <FlagField
        name="isEnable"
        words={['Enable', 'Disable']}
        now={charge ? (charge.isEnable ? 'Enabled' : 'Disabled') : undefined}
      />
    </FormDialog>
  )
}
