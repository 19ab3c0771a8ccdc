import { productFiles } from '@kirana/contract/product-files'
import type { ProductFilter } from '@kirana/contract/products'
import { productImages } from '@kirana/contract/product-images'
import { Download, Images, Upload } from 'lucide-react'
import { useState } from 'react'
import { urlOf } from '@kirana/contract/wire/request'
import { lazyComponent } from '#/components/feedback/lazy-component.tsx'
import { Button, buttonVariants } from '#/ui/button.tsx'
import { useAllowed } from '#/lib/session/allowed.ts'

const ProductImport = lazyComponent(async () => (await import('./import.tsx')).ProductImport)
const ProductPictures = lazyComponent(async () => (await import('./pictures.tsx')).ProductPictures)

/** CSV import and export of products, and the upload of many pictures. The dialogs load on first use. */
export function ProductFiles({ query }: { query: ProductFilter }) {
  const [isImporting, setImporting] = useState(false)
  const [isAddingPictures, setAddingPictures] = useState(false)
  const mayImport = useAllowed(productFiles.import)
  const mayAddPictures = useAllowed(productImages.add)
  return (
    <>
      <a
        className={buttonVariants({ variant: 'outline' })}
        href={urlOf(productFiles.export.path, { query })}
        download
      >
        <Download aria-hidden />
        Export
      </a>
      {mayImport && (
        <>
          <Button variant="outline" onPointerEnter={ProductImport.preload} onClick={() => setImporting(true)}>
            <Upload aria-hidden />
            Import
          </Button>
          <ProductImport
            open={isImporting}
            onOpenChange={setImporting}
            onPictures={() => setAddingPictures(true)}
          />
        </>
      )}
      {mayAddPictures && (
        <>
          <Button
            variant="outline"
            onPointerEnter={ProductPictures.preload}
            onClick={() => setAddingPictures(true)}
          >
            <Images aria-hidden />
            Pictures
          </Button>
          {isAddingPictures && <ProductPictures fallback={null} open onOpenChange={setAddingPictures} />}
        </>
      )}
    </>
  )
}
