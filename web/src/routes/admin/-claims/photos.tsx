import type { Claim } from '@kirana/contract/claims'
import { useRef } from 'react'
import type { DialogState } from '#/components/tables/editable-table.tsx'
import { Dialog, DialogBody } from '#/ui/dialog.tsx'
import { PhotoViewer } from '../-photos/viewer.tsx'

/** The photos of a claim, enlarged. */
export function ClaimPhotos({ claim, ...dialog }: DialogState & { claim: Claim }) {
  const stage = useRef<HTMLDivElement>(null)
  return (
    <Dialog {...dialog} title={`Photos of ${claim.claimNumber}`} width="large" initialFocus={stage}>
      <DialogBody>
        <PhotoViewer photos={claim.photos} stage={stage} />
      </DialogBody>
    </Dialog>
  )
}
