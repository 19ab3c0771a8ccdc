import { products } from '@kirana/contract/products'
import { videos, type Video } from '@kirana/contract/videos'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { ChevronLeft, Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { read, useWrite } from '#/lib/api.ts'
import { useAllowed } from '#/lib/session/allowed.ts'
import { lazyComponent } from '#/components/feedback/lazy-component.tsx'
import { CardGrid } from '#/components/tables/card-grid.tsx'
import { PageHeader } from '#/components/shell/page-header.tsx'
import { RefreshButton } from '#/components/tables/refresh-button.tsx'
import { Button, buttonVariants } from '#/ui/button.tsx'
import { allProducts } from '../-products/no-filter.ts'
import { VideoCard } from '../-products/video-card.tsx'

const VideoForm = lazyComponent(async () => (await import('../-products/video-form.tsx')).VideoForm)

export const Route = createFileRoute('/admin/product/video/$productId')({ component: ProductVideos })

function ProductVideos() {
  const { productId } = Route.useParams()
  const { data: product } = useQuery(read(products.get, { params: { productId } }))
  const query = useQuery(read(videos.list, { params: { productId } }))
  const remove = useWrite(videos.remove, { reload: [videos.list] })
  const [isAdding, setAdding] = useState(false)
  const [edited, setEdited] = useState<{ video: Video; open: boolean } | null>(null)
  const isEditable = useAllowed(videos.edit)
  useEffect(() => {
    if (isEditable) VideoForm.preload()
  }, [isEditable])
  const add = isEditable && (
    <Button onClick={() => setAdding(true)}>
      <Plus aria-hidden />
      Add Video
    </Button>
  )
  return (
    <>
      <Link
        to="/admin/products"
        search={allProducts}
        className={buttonVariants({ variant: 'text', size: 'small', className: '-ml-2' })}
      >
        <ChevronLeft aria-hidden />
        Products
      </Link>
      <PageHeader
        title="Product Videos"
        beside={product && <span className="min-w-0 wrap-anywhere text-muted">{product.title}</span>}
      >
        <RefreshButton query={query} />
        {query.data?.length !== 0 && add}
      </PageHeader>
      <CardGrid
        name="Product Videos"
        query={query}
        shape="aspect-video"
        nameOf={({ fullName }) => fullName}
        consequence="Customers will not see it any more. This cannot be undone."
        onDelete={({ _id }) => remove.sendAsync({ params: { id: _id } })}
        about="Reviews of this product on video, for the customer app. A video is added by its code."
        empty={add}
      >
        {(video, ask) => (
          <VideoCard
            key={video._id}
            video={video}
            {...(isEditable && { onEdit: () => setEdited({ video, open: true }), onDelete: ask })}
          />
        )}
      </CardGrid>
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
