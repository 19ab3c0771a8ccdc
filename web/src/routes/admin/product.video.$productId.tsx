import { products } from '@kirana/contract/products'
import { videos, type Video } from '@kirana/contract/videos'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { ChevronLeft, Plus } from 'lucide-react'
import { useState } from 'react'
import { messageOf, read, useWrite } from '#/lib/api.ts'
import { Deletion } from '#/parts/editable-table.tsx'
import { PageHeader } from '#/parts/page-header.tsx'
import { RefreshButton } from '#/parts/refresh-button.tsx'
import { EmptyState, ErrorLine, ErrorState } from '#/parts/states.tsx'
import { Button, buttonLook } from '#/ui/button.tsx'
import { VideoCard } from './-video-card.tsx'
import { VideoForm } from './-video-form.tsx'

export const Route = createFileRoute('/admin/product/video/$productId')({ component: ProductVideos })

function ProductVideos() {
  const { productId } = Route.useParams()
  const { data: product } = useQuery(read(products.get, { params: { productId } }))
  const query = useQuery(read(videos.list, { params: { productId } }))
  const remove = useWrite(videos.remove, { reload: [videos.list] })
  const [isAdding, setAdding] = useState(false)
  const [edited, setEdited] = useState<{ video: Video; open: boolean } | null>(null)
  const retry = () => void query.refetch()
  return (
    <>
      <Link
        to="/admin/products"
        search={{ page: 1, status: '', search: '' }}
        className={buttonLook({ look: 'text', size: 'small', className: '-ml-2' })}
      >
        <ChevronLeft aria-hidden />
        Products
      </Link>
      <PageHeader title={product ? `Videos of ${product.title}` : 'Product Videos'}>
        <RefreshButton query={query} />
        <Button onClick={() => setAdding(true)}>
          <Plus aria-hidden />
          Add Video
        </Button>
      </PageHeader>
      <section aria-label="Product Videos" aria-busy={query.isPending} className="card overflow-hidden">
        {query.error && query.data && <ErrorLine message={messageOf(query.error)} onRetry={retry} />}
        {query.error && !query.data && <ErrorState message={messageOf(query.error)} onRetry={retry} />}
        {query.data?.length === 0 && <EmptyState />}
        <Deletion
          nameOf={({ fullName }: Video) => fullName}
          consequence="Customers will not see it any more. This cannot be undone."
          onDelete={({ _id }) => remove.sendAsync({ params: { id: _id } })}
        >
          {(ask) => (
            <ul className="grid gap-4 p-4 empty:hidden sm:grid-cols-2 xl:grid-cols-3">
              {query.isPending &&
                [1, 2, 3].map((place) => <li key={place} className="skeleton aspect-video" />)}
              {query.data?.map((video) => (
                <VideoCard
                  key={video._id}
                  video={video}
                  onEdit={() => setEdited({ video, open: true })}
                  onDelete={() => ask(video)}
                />
              ))}
            </ul>
          )}
        </Deletion>
      </section>
      <VideoForm productId={productId} video={null} open={isAdding} onOpenChange={setAdding} />
      {edited && (
        <VideoForm
          productId={productId}
          video={edited.video}
          open={edited.open}
          onOpenChange={(open) => setEdited({ ...edited, open })}
        />
      )}
    </>
  )
}
