import { releases, type Release } from '@kirana/contract/releases'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { messageOf, read, useWrite } from '#/lib/api.ts'
import { Deletion } from '#/components/tables/editable-table.tsx'
import { PageHeader } from '#/components/shell/page-header.tsx'
import { RefreshButton } from '#/components/tables/refresh-button.tsx'
import { EmptyState, ErrorLine, ErrorState } from '#/components/feedback/states.tsx'
import { Button } from '#/ui/button.tsx'
import { ReleaseCard } from './-releases/card.tsx'
import { ReleaseForm } from './-releases/form.tsx'

export const Route = createFileRoute('/superadmin/app-release')({ component: AppRelease })

/** 3 columns from 1024 px, 4 from 1280, 5 from 1600; as many as fit below that. */
const grid =
  'grid grid-cols-[repeat(auto-fill,minmax(min(100%,15rem),1fr))] gap-4 lg:grid-cols-3 xl:grid-cols-4 min-[100rem]:grid-cols-5'

function AppRelease() {
  const query = useQuery(read(releases.list, {}))
  const remove = useWrite(releases.remove, { reload: [releases.list], fallback: 'Release delete failed' })
  const [isAdding, setAdding] = useState(false)
  const [edited, setEdited] = useState<{ release: Release; open: boolean } | null>(null)
  const { data: rows, error } = query
  const retry = () => void query.refetch()
  const add = (
    <Button onClick={() => setAdding(true)}>
      <Plus aria-hidden />
      New Release
    </Button>
  )
  return (
    <>
      <PageHeader title="App Release">
        <RefreshButton query={query} />
        {rows?.length !== 0 && add}
      </PageHeader>
      {error && rows && (
        <div className="card mb-4 overflow-hidden">
          <ErrorLine message={messageOf(error)} onRetry={retry} />
        </div>
      )}
      {(error && !rows) || rows?.length === 0 ? (
        <section aria-label="Releases" className="card">
          {rows ? (
            <EmptyState about="Versions of the customer app. The newest one tells customers to update.">
              {add}
            </EmptyState>
          ) : (
            <ErrorState message={messageOf(error)} onRetry={retry} />
          )}
        </section>
      ) : (
        <Deletion
          nameOf={({ versionName }: Release) => versionName}
          consequence="The app will not tell customers of it any more. This cannot be undone."
          onDelete={({ _id }) => remove.sendAsync({ params: { id: _id } })}
        >
          {(ask) => (
            <ul aria-label="Releases" aria-busy={query.isPending} className={grid}>
              {query.isPending && [1, 2, 3].map((n) => <li key={n} className="skeleton h-48" />)}
              {rows?.map((release, index) => (
                <ReleaseCard
                  key={release._id}
                  release={release}
                  isLatest={index === 0}
                  onEdit={() => setEdited({ release, open: true })}
                  onDelete={() => ask(release)}
                />
              ))}
            </ul>
          )}
        </Deletion>
      )}
      <ReleaseForm release={null} open={isAdding} onOpenChange={setAdding} />
      {edited && (
        <ReleaseForm
          release={edited.release}
          open={edited.open}
          onOpenChange={(open) => setEdited({ ...edited, open })}
        />
      )}
    </>
  )
}
