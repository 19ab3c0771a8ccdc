import { riders, sixDigitPin, type Rider } from '@kirana/contract/riders'
import { dispatch } from '@kirana/contract/dispatch'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import * as z from 'zod/mini'
import { read, reloadAll, useWrite } from '#/lib/api.ts'
import { formatPhone, rupees } from '#/lib/format.ts'
import { lazyComponent } from '#/components/feedback/lazy-component.tsx'
import { FormDialog } from '#/components/forms/form-dialog.tsx'
import { flagWords } from '#/components/forms/stale.ts'
import { PageHeader } from '#/components/shell/page-header.tsx'
import { sortedActiveColumn } from '#/components/tables/active-column.tsx'
import { DataTable, type Column } from '#/components/tables/data-table.tsx'
import { RefreshButton } from '#/components/tables/refresh-button.tsx'
import { useSort } from '#/components/tables/use-sort.ts'
import { Button } from '#/ui/button.tsx'
import { SelectField, TextField } from '#/components/forms/fields.tsx'

export const Route = createFileRoute('/admin/riders')({ component: Riders })

const RiderCard = lazyComponent(async () => (await import('./-dispatch/rider-card.tsx')).RiderCard)

const reload = [riders.list, dispatch.get]

const facts: Column<Rider>[] = [
  {
    id: 'name',
    header: 'Name',
    phone: 'title',
    sort: { key: 'name', kind: 'text', by: ({ name }) => name },
    cell: ({ name }) => <div className="wrap-anywhere md:min-w-28">{name}</div>,
  },
  {
    id: 'phone',
    header: 'Phone',
    cell: ({ phone }) => <span className="numbers">{formatPhone(phone)}</span>,
  },
  { id: 'limit', header: 'Cash Limit', isNumeric: true, cell: ({ cashLimit }) => rupees(cashLimit) },
  {
    id: 'pin',
    header: 'Signs in with',
    cell: ({ hasPin }) => (hasPin ? 'PIN or code' : 'Code'),
  },
  sortedActiveColumn,
]

function Riders() {
  const query = useQuery(read(riders.list, {}))
  const [edited, setEdited] = useState<Rider | null>(null)
  const [isOpen, setOpen] = useState(false)
  const [printed, setPrinted] = useState<Rider | null>(null)
  const open = (rider: Rider | null) => {
    setEdited(rider)
    setOpen(true)
  }
  const columns: Column<Rider>[] = [
    ...facts,
    {
      id: 'actions',
      header: 'Actions',
      phone: 'action',
      cell: (row) => (
        <div className="flex flex-wrap gap-2">
          <Button variant="outline" size="small" aria-label={`Edit ${row.name}`} onClick={() => open(row)}>
            Edit
          </Button>
          <Button
            variant="outline"
            size="small"
            aria-label={`Print the card of ${row.name}`}
            onPointerEnter={RiderCard.preload}
            onClick={() => setPrinted(row)}
          >
            Card
          </Button>
        </div>
      ),
    },
  ]
  return (
    <>
      <PageHeader title="Riders">
        <RefreshButton query={query} />
        <Button onClick={() => open(null)}>
          <Plus aria-hidden />
          New Rider
        </Button>
      </PageHeader>
      <DataTable
        name="Riders"
        rows={query.data}
        columns={columns}
        rowId={({ _id }) => _id}
        query={query}
        sorting={useSort()}
        about="People who take orders to customers. A new rider logs in at /rider on their own phone."
      />
      {printed && <RiderCard rider={printed} onDone={() => setPrinted(null)} />}
      <RiderForm key={edited?._id ?? 'new'} rider={edited} open={isOpen} onOpenChange={setOpen} />
    </>
  )
}

const { name, phone, cashLimit } = riders.add.body.shape
const form = z.object({
  name,
  phone,
  cashLimit,
  isActive: z.string(),
  /** 'code' removes the PIN; '' keeps it. Stored riders have no such field, so a comparison reads '' for them. */
  signIn: z.enum(['', 'code']),
  /** '' keeps the PIN, or creates a rider without one. */
  pin: z.union([z.literal(''), sixDigitPin], { error: 'A PIN has 6 digits' }),
})

const labels = {
  name: 'Name',
  phone: 'Phone',
  cashLimit: 'Cash Limit',
  signIn: 'Signs in with',
  pin: 'PIN',
  isActive: 'Active/Inactive',
}

/** The PIN is never returned by the server, so it cannot be compared. */
const shown = {
  isActive: flagWords(['Active', 'Inactive']),
  signIn: (choice: unknown) => (choice === 'code' ? 'Code only' : 'As stored'),
  pin: (typed: unknown) => (typed ? 'As typed' : 'As stored'),
}

type FormProps = { rider: Rider | null; open: boolean; onOpenChange: (open: boolean) => void }

function RiderForm({ rider, ...dialog }: FormProps) {
  const add = useWrite(riders.add, { reload })
  const edit = useWrite(riders.edit, { reload, onError: () => void reloadAll(reload) })
  const save = ({ pin, signIn, isActive, ...fields }: z.input<typeof form>, version: number | undefined) => {
    const body = {
      ...fields,
      isActive: isActive === 'true',
      ...(signIn === 'code' ? { pin: null } : pin !== '' && { pin }),
    }
    return rider
      ? edit.sendAsync({ body: { ...body, riderId: rider._id, version } })
      : add.sendAsync({ body })
  }
  return (
    <FormDialog
      {...dialog}
      title={rider ? 'Edit Rider' : 'New Rider'}
      description="Riders log in at /rider with their phone number, and a PIN or a code."
      save={rider ? 'Save' : 'New Rider'}
      labels={labels}
      draft={rider?._id ?? 'new rider'}
      schema={form}
      values={{
        name: rider?.name ?? '',
        phone: rider?.phone ?? '',
        cashLimit: rider?.cashLimit ?? 5000,
        isActive: String(rider?.isActive ?? true),
        signIn: '',
        pin: '',
      }}
      compared={rider ? { record: rider, show: shown } : undefined}
      onSave={save}
    >
      {({ watch, setValue }) => (
        <>
          <TextField name="name" />
          <TextField type="tel" name="phone" />
          <TextField
            inputMode="decimal"
            hint="The most cash that the rider may have. 0 means no cash."
            name="cashLimit"
          />
          {rider?.hasPin && (
            <SelectField
              choices={[
                { value: '', label: 'PIN or code' },
                { value: 'code', label: 'Code only, remove the PIN' },
              ]}
              name="signIn"
              // Clears the PIN, because a hidden field must not be validated or keep its value.
              onChange={() => setValue('pin', '')}
            />
          )}
          {watch('signIn') === '' && (
            <TextField
              inputMode="numeric"
              hint={rider?.hasPin ? '6 digits. Leave it empty to keep the PIN.' : '6 digits, or empty'}
              name="pin"
            />
          )}
          <SelectField
            choices={[
              { value: 'true', label: 'Active' },
              { value: 'false', label: 'Inactive' },
            ]}
            name="isActive"
          />
        </>
      )}
    </FormDialog>
  )
}
