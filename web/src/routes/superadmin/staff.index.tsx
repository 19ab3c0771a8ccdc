import { staff, type StaffRow } from '@kirana/contract/staff'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { read, useWrite } from '#/lib/api.ts'
import { formatDateTime } from '#/lib/format.ts'
import { sortedActiveColumn } from '#/components/tables/active-column.tsx'
import { DataTable, type Column } from '#/components/tables/data-table.tsx'
import { EmailText } from '#/components/tables/email-text.tsx'
import { PageHeader } from '#/components/shell/page-header.tsx'
import { RefreshButton } from '#/components/tables/refresh-button.tsx'
import { useSort } from '#/components/tables/use-sort.ts'
import { Button, buttonVariants } from '#/ui/button.tsx'
import { DisableStaff, EditStaff, ResetPassword, ResetSecondFactor } from './-staff/forms.tsx'

export const Route = createFileRoute('/superadmin/staff/')({ component: Staff })

const facts: Column<StaffRow>[] = [
  {
    id: 'name',
    header: 'Name',
    phone: 'title',
    sort: { key: 'name', kind: 'text', by: ({ name }) => name },
    cell: ({ name }) => <div className="wrap-anywhere md:min-w-28">{name}</div>,
  },
  {
    id: 'email',
    header: 'Email',
    cell: ({ email }) => (
      <div className="md:min-w-32">
        <EmailText email={email} />
      </div>
    ),
  },
  {
    id: 'username',
    header: 'Username',
    sort: { key: 'username', kind: 'text', by: ({ username }) => username },
    cell: ({ username }) => <div className="wrap-anywhere md:min-w-20">{username}</div>,
  },
  {
    id: 'role',
    header: 'Role',
    sort: { key: 'role', kind: 'text', by: ({ role }) => role.name },
    cell: ({ role, secondFactors }) => (
      <div className="wrap-anywhere md:min-w-20">
        {role.name}
        {secondFactors.map((kind) => (
          <p key={kind} className="text-xs text-muted">
            {kind === 'totp' ? 'with app' : 'with passkey'}
          </p>
        ))}
      </div>
    ),
  },
  sortedActiveColumn,
  {
    id: 'lastSignInAt',
    header: 'Last Log In',
    sort: { key: 'seen', kind: 'date', by: ({ lastSignInAt }) => lastSignInAt ?? '' },
    cell: ({ lastSignInAt }) => (
      <span className="numbers">{lastSignInAt ? formatDateTime(new Date(lastSignInAt)) : 'Never'}</span>
    ),
  },
]

const dialogs = {
  edit: EditStaff,
  reset: ResetPassword,
  disable: DisableStaff,
  resetFactor: ResetSecondFactor,
}

function Staff() {
  const query = useQuery(read(staff.list, {}))
  const enable = useWrite(staff.edit, { reload: [staff.list] })
  const [opened, setOpened] = useState<{
    what: keyof typeof dialogs
    person: StaffRow
    open: boolean
  } | null>(null)
  const Opened = opened && dialogs[opened.what]
  const button = (words: string, { name }: StaffRow, onClick: () => void) => (
    <Button variant="outline" size="small" aria-label={`${words} ${name}`} onClick={onClick}>
      {words}
    </Button>
  )
  const open = (what: keyof typeof dialogs, person: StaffRow) => () => setOpened({ what, person, open: true })
  const columns: Column<StaffRow>[] = [
    ...facts,
    {
      id: 'actions',
      header: 'Actions',
      phone: 'action',
      cell: (row) => (
        <div className="flex flex-wrap gap-2">
          {button('Edit', row, open('edit', row))}
          {row.isActive
            ? button('Disable', row, open('disable', row))
            : button('Enable', row, () =>
                enable.send({ body: { staffId: row._id, name: row.name, isActive: true } }),
              )}
          {button('Reset Password', row, open('reset', row))}
          {row.secondFactors.length > 0 && button('Reset Factor', row, open('resetFactor', row))}
        </div>
      ),
    },
  ]
  return (
    <>
      <PageHeader title="Staff">
        <RefreshButton query={query} />
        <Link to="/superadmin/staff/add" className={buttonVariants()}>
          <Plus aria-hidden />
          Add Staff
        </Link>
      </PageHeader>
      <DataTable
        name="Staff"
        isWide
        rows={query.data}
        columns={columns}
        rowId={({ _id }) => _id}
        query={query}
        sorting={useSort()}
        about="The people who work in the back office, each with an account and a role."
      />
      {opened && Opened && (
        <Opened
          person={opened.person}
          open={opened.open}
          onOpenChange={(next) => setOpened({ ...opened, open: next })}
        />
      )}
    </>
  )
}
