import { NAME_REQUIRED } from '@kirana/domain/texts'
import { pincodeLabels, pincodes, type Pincode } from '@kirana/contract/pincodes'
import { flag, required } from '@kirana/contract/wire/shapes'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { read, reloadAll, useWrite } from '#/lib/api.ts'
import { useAllowed } from '#/lib/session/allowed.ts'
import { FlagBadge } from '#/components/tables/badges.tsx'
import type { Column } from '#/components/tables/data-table.tsx'
import { FormDialog } from '#/components/forms/form-dialog.tsx'
import { flagWords } from '#/components/forms/stale.ts'
import { FlagField, TextField } from '#/components/forms/fields.tsx'
import { pincodeDoubt } from './-delivery/pincode-doubt.ts'
import { PastePincodes } from './-delivery/paste-pincodes.tsx'
import { SimpleList, type FormOf } from './-lists/simple-list.tsx'

export const Route = createFileRoute('/admin/pincodes')({ component: Pincodes })

const reload = [pincodes.list]

const columns: Column<Pincode>[] = [
  {
    id: 'pincode',
    header: 'Pincode',
    phone: 'title',
    sort: { key: 'pincode', kind: 'text', by: ({ pincode }) => pincode },
    cell: ({ pincode }) => pincode,
  },
  {
    id: 'isActive',
    header: 'Enable/Disable',
    phone: 'end',
    sort: { key: 'state', kind: 'text', by: ({ isActive }) => (isActive ? 'Enabled' : 'Disabled') },
    cell: ({ isActive }) => <FlagBadge on={isActive} />,
  },
]

function Pincodes() {
  const query = useQuery(read(pincodes.list, {}))
  const remove = useWrite(pincodes.remove, { reload })
  return (
    <SimpleList
      title="Pincodes"
      add="New Pincode"
      about="Orders are taken for these pincodes only. They are added one by one, or as a list."
      more={<PastePincodes existing={query.data ?? []} />}
      serial="SL No"
      isEditable={useAllowed(pincodes.edit)}
      query={query}
      columns={columns}
      nameOf={({ pincode }) => pincode}
      consequence="Orders to this pincode will not be taken any more."
      onDelete={({ _id }) => remove.sendAsync({ params: { id: _id } })}
      form={PincodeForm}
    />
  )
}

type DialogState = Omit<FormOf<Pincode>, 'row'>

const PincodeForm = ({ row, ...dialog }: FormOf<Pincode>) =>
  row ? <EditPincode pincode={row} {...dialog} /> : <NewPincode {...dialog} />

function NewPincode(dialog: DialogState) {
  const add = useWrite(pincodes.add, { reload })
  return (
    <FormDialog
      {...dialog}
      title="New Pincode"
      labels={pincodeLabels}
      draft="new pincode"
      doubtOf={({ pincode }) => pincodeDoubt([pincode])}
      schema={pincodes.add.body}
      values={{ pincode: '', desc: '' }}
      onSave={(body) => add.sendAsync({ body })}
    >
      <TextField name="pincode" inputMode="numeric" />
    </FormDialog>
  )
}

/** The screen only checks that the pincode is not empty; the server requires 6 digits (specification, section 5). */
const edited = z.object({ pincode: required(NAME_REQUIRED), isActive: flag })

function EditPincode({ pincode, ...dialog }: DialogState & { pincode: Pincode }) {
  const edit = useWrite(pincodes.edit, { reload, onError: () => void reloadAll(reload) })
  return (
    <FormDialog
      {...dialog}
      title="Edit Pincode"
      labels={pincodeLabels}
      draft={pincode._id}
      doubtOf={(typed) => (typed.pincode === pincode.pincode ? null : pincodeDoubt([typed.pincode]))}
      schema={edited}
      values={{ pincode: pincode.pincode, isActive: true }}
      flags={[{ name: 'isActive', now: pincode.isActive, means: 'enabled' }]}
      compared={{ record: pincode, show: { isActive: flagWords(['Enabled', 'Disabled']) } }}
      onSave={(body, version) => edit.sendAsync({ body: { ...body, pincodeId: pincode._id, version } })}
    >
      <TextField name="pincode" inputMode="numeric" />
      <FlagField
        name="isActive"
        words={['Enable', 'Disable']}
        now={pincode.isActive ? 'Enabled' : 'Disabled'}
      />
    </FormDialog>
  )
}
