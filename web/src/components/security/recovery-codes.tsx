import { Download } from 'lucide-react'
import { useMemo } from 'react'
import { CopyButton } from '#/components/tables/copy-button.tsx'
import { Button, buttonVariants } from '#/ui/button.tsx'
import { Dialog, DialogActions, DialogBody } from '#/ui/dialog.tsx'

/** New recovery codes, which are shown only once. Only the button closes the dialog, not Escape or a press outside. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const text = codes.join('\n')
  const file = useMemo(() => `data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`, [text])
  return (
    <Dialog
      open
      onOpenChange={() => {}}
      locked
      title="Recovery codes"
      description="If you lose your phone, each code logs you in once. Keep them on paper or in a password manager: they are not shown again."
    >
      <DialogBody className="flex flex-col gap-4">
        <ul
          aria-label="Recovery codes"
          className="numbers grid grid-cols-2 gap-x-6 gap-y-2 rounded-control bg-sunken p-4 text-center font-mono"
        >
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className="flex flex-wrap items-center gap-2">
          <a
            className={buttonVariants({ variant: 'outline' })}
            href={file}
            download="kirana-recovery-codes.txt"
          >
            <Download aria-hidden />
            Download
          </a>
          <CopyButton text={text} what="recovery codes" />
        </div>
      </DialogBody>
      <DialogActions>
        <Button onClick={onKept}>I saved them</Button>
      </DialogActions>
    </Dialog>
  )
}
