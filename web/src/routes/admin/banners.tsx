import { banners, type Banner } from '@kirana/contract/banners'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { messageOf, read, useWrite } from '#/lib/api.ts'
import { PageHeader } from '#/parts/page-header.tsx'
import { RefreshButton } from '#/parts/refresh-button.tsx'
import { EmptyState, ErrorLine, ErrorState } from '#/parts/states.tsx'
import { Button } from '#/ui/button.tsx'
import { NewBanner } from './-banner-form.tsx'
import { Deletion } from '#/parts/editable-table.tsx'
import { addressOfPicture } from './-line-picture.tsx'

export const Route = createFileRoute('/admin/banners')({ component: Banners })

type Numbered = Banner & { number: number }
const nameOf = ({ number }: Numbered) => `Banner ${number}`

function Banners() {
  const query = useQuery(read(banners.list, {}))
  const remove = useWrite(banners.remove, { reload: [banners.list] })
  const [isAdding, setAdding] = useState(false)
  const retry = () => void query.refetch()
  const numbered = query.data?.map((banner, index) => ({ ...banner, number: index + 1 }))
  return (
    <>
      <PageHeader title="Banners">
        <RefreshButton query={query} />
        <Button onClick={() => setAdding(true)}>
          <Plus aria-hidden />
          Add Banner
        </Button>
      </PageHeader>
      <section aria-label="Banners" aria-busy={query.isPending} className="card overflow-hidden">
        {query.error && numbered && <ErrorLine message={messageOf(query.error)} onRetry={retry} />}
        {query.error && !numbered && <ErrorState message={messageOf(query.error)} onRetry={retry} />}
        {numbered?.length === 0 && <EmptyState />}
        <Deletion
          nameOf={nameOf}
          consequence="Customers will not see it any more, and its image is deleted. This cannot be undone."
          onDelete={({ _id }) => remove.sendAsync({ params: { id: _id } })}
        >
          {(ask) => (
            <ul className="grid gap-4 p-4 empty:hidden sm:grid-cols-2 xl:grid-cols-3">
              {query.isPending &&
                [1, 2, 3].map((place) => <li key={place} className="skeleton aspect-[12/5]" />)}
              {numbered?.map((banner) => (
                <Card key={banner._id} banner={banner} onDelete={() => ask(banner)} />
              ))}
            </ul>
          )}
        </Deletion>
      </section>
      <NewBanner open={isAdding} onOpenChange={setAdding} />
    </>
  )
}

const Card = ({ banner, onDelete }: { banner: Numbered; onDelete: () => void }) => (
  <li className="overflow-hidden rounded-control border border-line">
    <a
      href={addressOfPicture(banner.image)}
      target="_blank"
      rel="noreferrer"
      aria-label={`${nameOf(banner)}, opens in a new tab`}
      className="block bg-sunken focus-visible:-outline-offset-2"
    >
      <img
        src={addressOfPicture(banner.image)}
        alt=""
        loading="lazy"
        className="aspect-[12/5] w-full object-contain"
      />
    </a>
    <div className="flex items-center justify-between gap-2 border-t border-line py-2 pr-2 pl-3">
      <span className="numbers text-sm font-medium">{nameOf(banner)}</span>
      <Button look="outline" size="small" aria-label={`Delete ${nameOf(banner)}`} onClick={onDelete}>
        <Trash2 aria-hidden />
        Delete
      </Button>
    </div>
  </li>
)
