import { products, type Product } from '@kirana/contract/products'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Lock } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { messageOf, read, ApiError } from '#/lib/api.ts'
import { counted } from '#/lib/format.ts'
import { Badge } from '#/components/tables/badges.tsx'
import { EmptyState, ErrorLine, ErrorState } from '#/components/feedback/states.tsx'
import { Accordion, AccordionSection } from '#/ui/accordion.tsx'
import { buttonVariants } from '#/ui/button.tsx'
import { ProductBasics } from './basics.tsx'
import { MAX_IMAGES, ProductImages } from './images.tsx'
import { allProducts } from './no-filter.ts'
import type { ProductScreen } from './schema.ts'
import { NO_VARIANT } from '../-lists/no-variant.ts'
import { ProductVariants } from './variants.tsx'

type Props = {
  screen: ProductScreen
  /** '' until step 1 has created the product. */
  productId: string
  onAdded?: (productId: string) => void
}

const NEXT_STEPS = ['images', 'variants']
const EVERY_STEP = ['basics', ...NEXT_STEPS]

/** The three steps of creating or editing a product: basic details, images, prices and variants. */
export function ProductForm({ screen, productId, onAdded }: Props) {
  // Always refetches, because a form filled from the cache would overwrite others' changes on save.
  const query = useQuery({
    ...read(products.get, { params: { productId } }),
    enabled: productId !== '',
    staleTime: 0,
  })
  const [isNew] = useState(productId === '')
  const [open, setOpen] = useState(isNew ? ['basics'] : EVERY_STEP)
  const imagesStep = useId()
  const product = query.data
  const retry = () => void query.refetch()
  if (!isNew && (!product || !query.isFetchedAfterMount))
    return query.isError && !product ? <NotLoaded error={query.error} onRetry={retry} /> : <Loading />

  // Move the focus before the popup opens, because the popup returns the focus to the element that had it.
  const goOn = (added: string) => {
    flushSync(() => {
      onAdded?.(added)
      setOpen(NEXT_STEPS)
    })
    const step = document.getElementById(imagesStep)
    step?.scrollIntoView({ block: 'start' })
    step?.querySelector('button')?.focus({ preventScroll: true })
  }
  const isLocked = productId === ''
  const locked = isLocked && (
    <span className="flex items-center gap-1.5 text-xs font-normal">
      <Lock aria-hidden size={14} />
      Save the basic details first
    </span>
  )
  return (
    <>
      {query.isError && (
        <div className="mb-3 overflow-hidden rounded-card">
          <ErrorLine message={messageOf(query.error)} onRetry={retry} />
        </div>
      )}
      <Accordion open={open} onOpenChange={setOpen}>
        <AccordionSection value="basics" title={<Step number={1}>Basic details</Step>}>
          <ProductBasics screen={screen} product={product} productId={productId} onAdded={goOn} />
        </AccordionSection>
        <div id={imagesStep}>
          <AccordionSection
            value="images"
            title={<Step number={2}>Images</Step>}
            aside={locked || <Badge>{`${product?.images.length ?? 0} of ${MAX_IMAGES}`}</Badge>}
            disabled={isLocked}
          >
            {product ? <ProductImages product={product} /> : <div className="skeleton h-24" />}
          </AccordionSection>
        </div>
        <AccordionSection
          value="variants"
          title={<Step number={3}>Prices and variants</Step>}
          aside={locked || <VariantBadge product={product} />}
          disabled={isLocked}
        >
          {product ? (
            <ProductVariants screen={screen} product={product} />
          ) : (
            <div className="skeleton h-24" />
          )}
        </AccordionSection>
      </Accordion>
    </>
  )
}

function VariantBadge({ product }: { product: Product | undefined }) {
  const count = product?.variant.length
  if (count === 0) return <Badge tone="warn">{NO_VARIANT}</Badge>
  return <Badge>{counted(count ?? 0, 'variant')}</Badge>
}

const Step = ({ number, children }: { number: number; children: ReactNode }) => (
  <span className="flex items-center gap-3">
    <span className="numbers grid size-7 shrink-0 place-items-center rounded-full bg-brand-soft text-sm text-brand-soft-ink group-disabled:bg-sunken group-disabled:text-muted">
      {number}
    </span>
    {children}
  </span>
)

function NotLoaded({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const isUnknown = error instanceof ApiError && error.status === 404
  return (
    <div className="card">
      {isUnknown ? (
        <EmptyState text="Product not found">
          <Link to="/admin/products" search={allProducts} className={buttonVariants({ variant: 'outline' })}>
            To the list of products
          </Link>
        </EmptyState>
      ) : (
        <ErrorState message={messageOf(error)} onRetry={onRetry} />
      )}
    </div>
  )
}

const Loading = () => (
  <div role="status" aria-label="Loading the product" className="flex flex-col gap-3">
    <div className="card flex h-120 flex-col gap-5 p-5">
      {['w-1/2', 'w-2/3', 'w-full', 'w-1/3'].map((width) => (
        <div key={width} className={`skeleton h-9 ${width}`} />
      ))}
    </div>
    <div className="card h-14" />
    <div className="card h-14" />
  </div>
)
