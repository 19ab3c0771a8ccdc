import { banners, type Banner } from '@kirana/contract/banners'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { read, useWrite } from '#/lib/api.ts'
import { CardGrid } from '#/components/tables/card-grid.tsx'
import { PageHeader } from '#/components/shell/page-header.tsx'
import { RefreshButton } from '#/components/tables/refresh-button.tsx'
import { Button } from '#/ui/button.tsx'
import { NewBanner } from './-catalogue/banner-form.tsx'
import { addressOfFile } from '#/lib/file-address.ts'
import { useAllowed } from '#/lib/session/allowed.ts'

export const Route = createFileRoute('/admin/banners')({ component: Banners })

type Numbered = Banner & { number: number }
const nameOf = ({ number }: Numbered) => `Banner ${number}`

function Banners() {
  const query = useQuery({
    ...read(banners.list, {}),
    select: (rows) => rows.map((banner, index) => ({ ...banner, number: index + 1 })),
  })
  const remove = useWrite(banners.remove, { reload: [banners.list] })
  const [isAdding, setAdding] = useState(false)
  const isEditable = useAllowed(banners.add)
  const add = isEditable && (
    <Button onClick={() => setAdding(true)}>
      <Plus aria-hidden />
      Add Banner
    </Button>
  )
  return (
    <>
      <PageHeader title="Banners">
        <RefreshButton query={query} />
        {query.data?.length !== 0 && add}
      </PageHeader>
      <CardGrid
        name="Banners"
        query={query}
        shape="aspect-[12/5]"
        nameOf={nameOf}
        consequence="Customers will not see it any more, and its image is deleted. This cannot be undone."
        onDelete={({ _id }) => remove.sendAsync({ params: { id: _id } })}
        about="Wide pictures for the customer app, such as the offers of a week."
        empty={add}
      >
        {(banner, ask) => <Card key={banner._id} banner={banner} onDelete={isEditable ? ask : undefined} />}
      </CardGrid>
      <NewBanner open={isAdding} onOpenChange={setAdding} />
    </>
  )
}

const Card = ({ banner, onDelete }: { banner: Numbered; onDelete: (() => void) | undefined }) => (
  <li className="overflow-hidden rounded-control border border-line">
    <a
      href={addressOfFile(banner.image)}
      target="_blank"
      rel="noreferrer"
      aria-label={`${nameOf(banner)}, opens in a new tab`}
      className="block bg-sunken focus-visible:-outline-offset-2"
    >
      <img
        src={addressOfFile(banner.image)}
        alt=""
        loading="lazy"
        className="aspect-[12/5] w-full object-contain"
      />
    </a>
    <div className="flex items-center justify-between gap-2 border-t border-line py-2 pr-2 pl-3">
      <span className="numbers text-sm font-medium">{nameOf(banner)}</span>
      {onDelete && (
        <Button variant="outline" size="small" aria-label={`Delete ${nameOf(banner)}`} onClick={onDelete}>
          <Trash2 aria-hidden />
          Delete
        </Button>
      )}
    </div>
  </li>
)
