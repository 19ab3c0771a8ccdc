import { roles, type StaffRole } from '@kirana/contract/roles'
import { staff as staffCalls, type StaffRow } from '@kirana/contract/staff'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { read, useWrite } from '#/lib/api.ts'
import { count } from '#/lib/format.ts'
import { lazyComponent } from '#/components/feedback/lazy-component.tsx'
import { PageHeader } from '#/components/shell/page-header.tsx'
import { DataTable, type Column } from '#/components/tables/data-table.tsx'
import { Deletion } from '#/components/tables/editable-table.tsx'
import { RefreshButton } from '#/components/tables/refresh-button.tsx'
import { Button } from '#/ui/button.tsx'
import { summaryOf } from './-roles/words.ts'

// Form validation is loaded after the list.
const RoleForm = lazyComponent(async () => (await import('./-roles/form.tsx')).RoleForm)

export const Route = createFileRoute('/superadmin/roles')({ component: Roles })

const reload = [roles.list]

const facts: Column<StaffRole>[] = [
  {
    id: 'name',
    header: 'Name',
    phone: 'title',
    cell: ({ name }) => <div className="wrap-anywhere md:min-w-24">{name}</div>,
  },
  {
    id: 'permissions',
    header: 'Includes',
    phone: 'wide',
    cell: ({ isFixed, permissions, requiresSecondFactor }) => (
      <div className="max-w-140 text-muted">
        {isFixed ? 'Everything, always' : summaryOf(permissions)}
        {requiresSecondFactor && <p className="text-sm">Second factor required</p>}
      </div>
    ),
  },
]

/** Maximum names that a row shows; further ones are only counted. */
const MAX_NAMES = 5

/** The staff who have a role: their names, or their number until the names are loaded. */
function WhoHas({ role, people }: { role: StaffRole; people: readonly StaffRow[] }) {
  if (role.staff === 0) return 'Nobody'
  const names = people
    .filter((person) => person.role._id === role._id)
    .map(({ name, isActive }) => (isActive ? name : `${name} (inactive)`))
  if (names.length === 0) return count(role.staff)
  const more = names.length - MAX_NAMES
  return (
    <div className="max-w-80 min-w-0 wrap-anywhere md:min-w-40">
      {names.slice(0, MAX_NAMES).join(', ')}
      {more > 0 && ` and ${count(more)} more`}
    </div>
  )
}

/** `role` is null for a new role. */
type Opened = { role: StaffRole | null; open: boolean; key: number }

function Roles() {
  const query = useQuery(read(roles.list, {}))
  const { data: people = [] } = useQuery(read(staffCalls.list, {}))
  const remove = useWrite(roles.remove, { reload })
  const [opened, setOpened] = useState<Opened | null>(null)
  const open = (role: StaffRole | null) =>
    setOpened((before) => ({ role, open: true, key: (before?.key ?? 0) + 1 }))
  const button = (words: string, { name }: StaffRole, onClick: () => void) => (
    <Button variant="outline" size="small" aria-label={`${words} ${name}`} onClick={onClick}>
      {words}
    </Button>
  )
  return (
    <>
      <PageHeader title="Roles">
        <RefreshButton query={query} />
        <Button onClick={() => open(null)}>
          <Plus aria-hidden />
          New Role
        </Button>
      </PageHeader>
      <Deletion<StaffRole>
        nameOf={({ name }) => name}
        onDelete={({ _id }) => remove.sendAsync({ params: { id: _id } })}
      >
        {(ask) => (
          <DataTable
            name="Roles"
            rows={query.data}
            rowId={({ _id }) => _id}
            query={query}
            about={false}
            columns={[
              ...facts,
              {
                id: 'staff',
                header: 'Staff',
                cell: (role) => <WhoHas role={role} people={people} />,
              },
              {
                id: 'actions',
                header: 'Actions',
                phone: 'action',
                cell: (row) =>
                  row.isFixed ? null : (
                    <div className="flex gap-2">
                      {button('Edit', row, () => open(row))}
                      {button('Delete', row, () => ask(row))}
                    </div>
                  ),
              },
            ]}
          />
        )}
      </Deletion>
      {opened && (
        <RoleForm
          key={opened.key}
          role={opened.role}
          open={opened.open}
          onOpenChange={(next: boolean) => setOpened({ ...opened, open: next })}
        />
      )}
    </>
  )
}
