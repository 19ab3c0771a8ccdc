import { productFiles } from '@kirana/contract/product-files'
import { Download, Upload } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { urlOf } from '#/lib/wire.ts'
import { Button, buttonLook } from '#/ui/button.tsx'

const loadImport = () =>
  import('./-product-import.tsx').then(({ ProductImport }) => ({ default: ProductImport }))
const ProductImport = lazy(loadImport)

type Props = { search: string; status: '' | 'active' | 'inactive' }

/** Products out of a file, and the products of the list into one. The dialog comes with the first press. */
export function ProductFiles(query: Props) {
  const [isOpen, setOpen] = useState<boolean | null>(null)
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
      <Button look="outline" onPointerEnter={() => void loadImport()} onClick={() => setOpen(true)}>
        <Upload aria-hidden />
        Import
      </Button>
      {isOpen !== null && (
        <Suspense>
          <ProductImport open={isOpen} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  )
}
