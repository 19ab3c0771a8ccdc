import { productFiles } from '@kirana/contract/product-files'
import { Download, Upload } from 'lucide-react'
import { useState } from 'react'
import { urlOf } from '@kirana/contract/request'
import { lazyComponent } from '#/components/feedback/lazy-component.tsx'
import { Button, buttonVariants } from '#/ui/button.tsx'
import { useAllowed } from '#/lib/session/allowed.ts'

const ProductImport = lazyComponent(async () => (await import('./import.tsx')).ProductImport)

type Props = { search: string; status: '' | 'active' | 'inactive' | 'unfinished' }

/** CSV import and export of products. The import dialog loads on first use. */
export function ProductFiles(query: Props) {
  const [isOpen, setOpen] = useState(false)
  const mayImport = useAllowed(productFiles.import)
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
          <Button variant="outline" onPointerEnter={ProductImport.preload} onClick={() => setOpen(true)}>
            <Upload aria-hidden />
            Import
          </Button>
          <ProductImport open={isOpen} onOpenChange={setOpen} />
        </>
      )}
    </>
  )
}
