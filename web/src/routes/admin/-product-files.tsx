import { productFiles } from '@kirana/contract/product-files'
import { Download, Upload } from 'lucide-react'
import { useState } from 'react'
import { urlOf } from '#/lib/wire.ts'
import { lazyPart } from '#/parts/lazy-part.tsx'
import { Button, buttonLook } from '#/ui/button.tsx'

const ProductImport = lazyPart(async () => (await import('./-product-import.tsx')).ProductImport)

type Props = { search: string; status: '' | 'active' | 'inactive' }

/** Products out of a file, and the products of the list into one. The dialog comes with the first press. */
export function ProductFiles(query: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <a
        className={buttonLook({ look: 'outline' })}
        href={urlOf(productFiles.export.path, { query })}
        download
      >
        <Download aria-hidden />
        Export
      </a>
      <Button look="outline" onPointerEnter={ProductImport.preload} onClick={() => setOpen(true)}>
        <Upload aria-hidden />
        Import
      </Button>
      <ProductImport open={isOpen} onOpenChange={setOpen} />
    </>
  )
}
