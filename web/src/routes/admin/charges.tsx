import { ALL_FIELDS_REQUIRED } from '@kirana/domain/texts'
import { charges, type Charge } from '@kirana/contract/charges'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { asOneOf } from '#/lib/address.ts'
import { read, useWrite } from '#/lib/api.ts'
import { rupees } from '#/lib/format.ts'
import { useAllowed } from '#/lib/session/allowed.ts'
import { FlagBadge } from '#/components/tables/badges.tsx'
import type { Column } from '#/components/tables/data-table.tsx'
import { fieldOf } from '#/components/forms/field-of.ts'
import { FormDialog } from '#/components/forms/form-dialog.tsx'
import { Select, TextField } from '#/ui/field.tsx'
import { RateHistory, rateWords, usualRates } from './-lists/tax-rates.tsx'
import { amountTypes, FlagSelect, SimpleList, type FormOf } from './-lists/simple-list.tsx'

const taxes = ['', 'missing'] as const

export const Route = createFileRoute('/admin/charges')({
  validateSearch: (address: Record<string, unknown>) => ({ tax: asOneOf(taxes, address.tax) }),
  search: { middlewares: [stripSearchParams({ tax: '' })] },
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

/** The usual rates, and what the charge has if it is another. */
const ratesFor = (now: Charge['gstRate']) => {
  const rates = ['goods', ...usualRates]
  const own = String(now ?? '')
  return [...rates, ...(own === '' || rates.includes(own) ? [] : [own])].map((value) => ({
    value,
    label: rateWords(value === 'goods' ? value : Number(value)),
  }))
}

function Charges() {
  const query = useQuery(read(charges.list, {}))
  const { tax } = Route.useSearch()
  const navigate = Route.useNavigate()
  const remove = useWrite(charges.remove, { reload })
  return (
    <SimpleList
      title="Charges"
      add="New Charge"
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
  const edit = useWrite(charges.edit, { reload })
  return (
    <FormDialog
      {...dialog}
      title={charge ? 'Edit Charge' : 'New Charge'}
      save={charge ? 'Save' : 'New Charge'}
      width="medium"
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
      flags={charge ? [{ name: 'isEnable', now: charge.isEnable, means: 'enabled' }] : undefined}
      onSave={(body) =>
        charge ? edit.sendAsync({ body: { ...body, chargeId: charge._id } }) : add.sendAsync({ body })
      }
    >
      {(form) => (
        <>
          <TextField label="Title" {...fieldOf(form, 'title', ALL_FIELDS_REQUIRED)} />
          <div className="grid gap-4 sm:grid-cols-2">
            <Select label="Type" {...amountTypes} {...fieldOf(form, 'chargeType', ALL_FIELDS_REQUIRED)} />
            <TextField
              label="Amount"
              inputMode="decimal"
              {...fieldOf(form, 'chargeAmount', ALL_FIELDS_REQUIRED)}
            />
            <TextField
              label="Minimum Amount"
              inputMode="decimal"
              hint="Applies from this bill amount"
              {...fieldOf(form, 'minimumAmount')}
            />
            <TextField
              label="Maximum Amount"
              inputMode="decimal"
              hint="Empty or 0: no limit"
              {...fieldOf(form, 'maximumAmount')}
            />
          </div>
          <div className="grid gap-4 sm:grid-cols-3">
            <TextField
              label="SAC"
              inputMode="numeric"
              hint="Delivery is usually 9968"
              {...fieldOf(form, 'sac')}
            />
            <Select
              label="GST Rate"
              placeholder="Not set"
              choices={ratesFor(charge?.gstRate ?? null)}
              hint="As the goods: split over them by value"
              {...fieldOf(form, 'gstRate')}
            />
            <TextField
              label="GST Rate From"
              type="date"
              max="2099-12-31"
              hint="Empty: from today on"
              {...fieldOf(form, 'gstFrom')}
            />
          </div>
          <RateHistory rates={charge?.gstRates ?? []} />
          <FlagSelect
            label="Enable/Disable"
            words={['Enable', 'Disable']}
            now={charge ? (charge.isEnable ? 'Enabled' : 'Disabled') : undefined}
            {...fieldOf(form, 'isEnable')}
          />
        </>
      )}
    </FormDialog>
  )
}
