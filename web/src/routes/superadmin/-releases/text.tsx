import type { Release } from '@kirana/contract/releases'
import type { DialogState } from '#/components/tables/editable-table.tsx'
import { Dialog, DialogBody } from '#/ui/dialog.tsx'

/** The whole description of a release. */
export const ReleaseText = ({ release, ...dialog }: DialogState & { release: Release }) => (
  <Dialog {...dialog} title={release.versionName} width="medium">
    <DialogBody className="break-words whitespace-pre-line">{release.description}</DialogBody>
  </Dialog>
)
