import { urlOf } from '@kirana/contract/wire/request'
import { stock, type StockFilter } from '@kirana/contract/stock'
import type { stockFiles } from '@kirana/contract/stock-files'
import { Download, Tags, Upload } from 'lucide-react'
import { useState } from 'react'
import { useAllowed } from '#/lib/session/allowed.ts'
import { lazyComponent } from '#/components/feedback/lazy-component.tsx'
import { Button, buttonVariants } from '#/ui/button.tsx'
import type { Listed } from './columns.tsx'

const StockLabels = lazyComponent(async () => (await import('./labels.tsx')).StockLabels)
const StockImport = lazyComponent(async () => (await import('./import.tsx')).StockImport)

// Only the type is imported, because the schemas load with the dialog.
const exportPath = '/stock/export' satisfies (typeof stockFiles)['export']['path']

type Props = { search: string; filter: StockFilter | ''; rows: readonly Listed[] }

/** Labels of the page's rows, a count sheet as CSV, and its import; dialogs load on first use. */
export function StockFiles({ rows, ...query }: Props) {
  const [hasLabels, setLabels] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const mayImport = useAllowed(stock.count)
  return (
    <>
      <a className={buttonVariants({ variant: 'outline' })} href={urlOf(exportPath, { query })} download>
        <Download aria-hidden />
        Export
      </a>
      <Button
        variant="outline"
        disabled={rows.length === 0}
        onPointerEnter={StockLabels.preload}
        onClick={() => setLabels(true)}
      >
        <Tags aria-hidden />
        Labels
      </Button>
      {hasLabels && <StockLabels rows={rows} open onOpenChange={setLabels} />}
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
