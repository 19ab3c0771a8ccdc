import { dayInKolkata, formatDay } from '@kirana/domain/calendar'
import { COUPON_ENDS_SOON_DAYS, endsSoon } from '@kirana/domain/figures'
import { ALL_FIELDS_REQUIRED } from '@kirana/domain/texts'
import { audit } from '@kirana/contract/audit'
import { couponLabels, coupons, type Coupon } from '@kirana/contract/coupons'
import { flag } from '@kirana/contract/wire/shapes'
import { useQuery } from '@tanstack/react-query'
import { CollapsedHistory } from '#/components/journal/lazy.ts'
import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { asOneOf } from '#/lib/address.ts'
import { read, reloadAll, useWrite } from '#/lib/api.ts'
import { count, formatDateTime, rupees } from '#/lib/format.ts'
import { useAllowed } from '#/lib/session/allowed.ts'
import { Badge, FlagBadge } from '#/components/tables/badges.tsx'
import type { Column } from '#/components/tables/data-table.tsx'
import { FormDialog } from '#/components/forms/form-dialog.tsx'
import { flagWords } from '#/components/forms/stale.ts'
import { FlagField, SelectField, TextField } from '#/components/forms/fields.tsx'
import { Select } from '#/ui/field.tsx'
import { amountTypes, SimpleList, type FormOf } from './-lists/simple-list.tsx'

const endings = ['', 'soon'] as const
const endingChoices = [
  { value: '', label: 'All Coupons' },
  { value: 'soon', label: `Ending within ${COUPON_ENDS_SOON_DAYS} days` },
]

export const Route = createFileRoute('/admin/coupons')({
  validateSearch: (address: Record<string, unknown>) => ({ ends: asOneOf(endings, address.ends) }),
  component: Coupons,
})

const reload = [coupons.list, audit.of]
const activity = ['Active', 'Inactive'] as const
const audience = ['Public', 'Private'] as const

const columns: Column<Coupon>[] = [
  {
    id: 'coupon',
    header: 'Coupon',
    phone: 'title',
    cell: ({ coupon }) => <div className="wrap-anywhere md:min-w-24">{coupon}</div>,
    sort: { key: 'coupon', kind: 'text', by: ({ coupon }) => coupon },
  },
  {
    id: 'discount',
    header: 'Discount',
    isNumeric: true,
    phone: 'end',
    cell: ({ discount, discountType, maximumDiscount }) =>
      discountType === 'Rupees' ? (
        `Rs. ${discount.toLocaleString('en-IN')}`
      ) : (
        <>
          <span>{discount}%</span>
          {maximumDiscount > 0 && <small className="block text-muted">up to {rupees(maximumDiscount)}</small>}
        </>
      ),
  },
  {
    id: 'minimum',
    header: 'Minimum Amount',
    isNumeric: true,
    sort: { key: 'minimum', kind: 'amount', by: ({ minimumAmount }) => minimumAmount },
    cell: ({ minimumAmount }) => rupees(minimumAmount),
  },
  { id: 'days', header: 'Validity (days)', isNumeric: true, cell: ({ days }) => count(days) },
  {
    id: 'expires',
    header: 'Expires',
    sort: { key: 'expires', kind: 'date', by: ({ expireAt }) => expireAt },
    cell: ({ expireAt, firstDay }) => (
      <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
        {formatDateTime(new Date(expireAt))}
        {Date.parse(expireAt) <= Date.now() && <Badge tone="bad">Expired</Badge>}
        {firstDay && firstDay > dayInKolkata(new Date()) && (
          <Badge tone="plain">From {formatDay(firstDay)}</Badge>
        )}
      </span>
    ),
  },
  {
    id: 'isPublic',
    header: 'Public/Private',
    phone: 'plain',
    cell: ({ isPublic }) => <FlagBadge on={isPublic} words={audience} />,
  },
  {
    id: 'isActive',
    header: 'Active/Inactive',
    phone: 'plain',
    cell: ({ isActive }) => <FlagBadge on={isActive} words={activity} />,
  },
  {
    id: 'uses',
    header: 'Uses',
    isNumeric: true,
    cell: ({ uses, totalUses }) => (totalUses > 0 ? `${count(uses)} of ${count(totalUses)}` : count(uses)),
  },
]

function Coupons() {
  const query = useQuery(read(coupons.list, {}))
  const { ends } = Route.useSearch()
  const navigate = Route.useNavigate()
  const isShown = ({ isActive, expireAt }: Coupon) =>
    ends === '' || endsSoon({ isActive, expireAt: new Date(expireAt) }, new Date())
  const remove = useWrite(coupons.remove, { reload })
  return (
    <SimpleList
      title="Coupons"
      add="New Coupon"
      about="Codes that take an amount or a percentage off the bill. Public ones are shown to customers; private ones work when their name is typed."
      isEditable={useAllowed(coupons.edit)}
      query={query}
      isShown={isShown}
      columns={columns}
      toolbar={
        <Select
          label="Ends"
          value={ends}
          onChange={({ target }) =>
            void navigate({ search: (now) => ({ ...now, ends: asOneOf(endings, target.value) }) })
          }
          choices={endingChoices}
        />
      }
      nameOf={({ coupon }) => coupon}
      consequence="Nobody can use it any more. Orders that have it keep their discount."
      onDelete={({ _id }) => remove.sendAsync({ params: { id: _id } })}
      form={CouponForm}
    />
  )
}

const compared = {
  from: { couponName: 'coupon' },
  show: { isPublic: flagWords(audience), isActive: flagWords(activity) },
}

const fields = z.intersection(coupons.add.body, z.object({ isActive: flag }))

function CouponForm({ row: coupon, ...dialog }: FormOf<Coupon>) {
  const add = useWrite(coupons.add, { reload })
  const edit = useWrite(coupons.edit, { reload, onError: () => void reloadAll(reload) })
  return (
    <FormDialog
      {...dialog}
      title={coupon ? 'Edit Coupon' : 'New Coupon'}
      save={coupon ? 'Save' : 'New Coupon'}
      width="medium"
      labels={couponLabels}
      schema={fields}
      sharedMessage={ALL_FIELDS_REQUIRED}
      values={{
        couponName: coupon?.coupon ?? '',
        discountType: coupon?.discountType ?? ('' as never),
        discount: coupon?.discount ?? '',
        days: coupon?.days ?? '',
        minimumAmount: coupon?.minimumAmount ?? '',
        maximumDiscount: coupon?.maximumDiscount ?? '',
        firstDay: coupon?.firstDay ?? '',
        totalUses: coupon?.totalUses ?? '',
        usesPerCustomer: coupon?.usesPerCustomer ?? 1,
        isPublic: coupon !== null,
        isActive: true,
      }}
      flags={
        coupon
          ? [
              { name: 'isActive', now: coupon.isActive, means: 'enabled' },
              { name: 'isPublic', now: coupon.isPublic, means: 'public' },
            ]
          : undefined
      }
      draft={coupon?._id ?? 'new coupon'}
      compared={coupon ? { record: coupon, ...compared } : undefined}
      onSave={({ isActive, ...body }, version) =>
        coupon
          ? edit.sendAsync({ body: { ...body, couponId: coupon._id, isActive, version } })
          : add.sendAsync({ body })
      }
    >
      <TextField name="couponName" />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField name="discountType" {...amountTypes} />
        <TextField name="discount" inputMode="decimal" />
        <TextField
          name="days"
          inputMode="numeric"
          hint="The last day is this many days after the first. It can be used until its end"
        />
        <TextField
          name="firstDay"
          type="date"
          hint={coupon ? 'Empty: the day it was created' : 'Empty: today'}
        />
        <TextField name="minimumAmount" inputMode="decimal" hint="Items of this amount and more" />
        <TextField name="maximumDiscount" inputMode="decimal" hint="Of a percentage. Empty or 0: no limit" />
        <TextField name="totalUses" inputMode="numeric" hint="By all customers. Empty or 0: no limit" />
        <TextField
          name="usesPerCustomer"
          inputMode="numeric"
          hint="0: no limit. Canceled orders do not count"
        />
        <FlagField
          name="isPublic"
          words={audience}
          now={coupon ? audience[coupon.isPublic ? 0 : 1] : undefined}
        />
        {coupon && <FlagField name="isActive" words={activity} now={activity[coupon.isActive ? 0 : 1]} />}
      </div>
      {coupon && <CollapsedHistory objectId={coupon._id} />}
    </FormDialog>
  )
}
