import { urlOf } from '@kirana/contract/request'
import { stock, type StockFilter } from '@kirana/contract/stock'
import type { stockFiles } from '@kirana/contract/stock-files'
import { Download, Upload } from 'lucide-react'
import { useState } from 'react'
import { useAllowed } from '#/lib/session/allowed.ts'
import { lazyComponent } from '#/components/feedback/lazy-component.tsx'
import { Button, buttonVariants } from '#/ui/button.tsx'

const StockImport = lazyComponent(async () => (await import('./import.tsx')).StockImport)

// The type alone: the schemas load with the dialog.
const exportPath = '/stock/export' satisfies (typeof stockFiles)['export']['path']

/** A count sheet as CSV, and its import, which loads on first use. */
export function StockFiles(query: { search: string; filter: StockFilter | '' }) {
  const [isOpen, setOpen] = useState(false)
  const mayImport = useAllowed(stock.count)
  return (
    <>
      <a className={buttonVariants({ variant: 'outline' })} href={urlOf(exportPath, { query })} download>
        <Download aria-hidden />
        Export
      </a>
      {mayImport && (
        <>
          <Button variant="outline" onPointerEnter={StockImport.preload} onClick={() => setOpen(true)}>
            <Upload aria-hidden />
            Import
          </Button>
          <StockImport open={isOpen} onOpenChange={setOpen} />
        </>
      )}
    </>
  )
}
