import { ScanBarcode } from 'lucide-react'
import { useState } from 'react'
import { lazyComponent } from '#/components/feedback/lazy-component.tsx'
import { Button } from '#/ui/button.tsx'

const ScanDialog = lazyComponent(async () => (await import('./scan-dialog.tsx')).ScanDialog)

/**
 * Opens the camera to scan a barcode, for who has no scanner. `onScan` says whether to go on: the dialog closes unless it
 * returns a sentence about the scan, which it shows.
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
