import { ScanBarcode } from 'lucide-react'
import { useState } from 'react'
import { lazyComponent } from '#/components/feedback/lazy-component.tsx'
import { Button } from '#/ui/button.tsx'

const ScanDialog = lazyComponent(async () => (await import('./scan-dialog.tsx')).ScanDialog)

/**
 * Opens the camera to scan a barcode without a scanner. If `onScan` returns a sentence, the dialog shows it and stays
 * open; otherwise it closes.
 */
export function ScanButton({ onScan }: { onScan: (code: string) => string | undefined | void }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="outline" onPointerEnter={ScanDialog.preload} onClick={() => setOpen(true)}>
        <ScanBarcode aria-hidden />
        Scan
      </Button>
      {isOpen && <ScanDialog open onOpenChange={setOpen} onScan={onScan} />}
    </>
  )
}
