import type { User } from '@kirana/contract/users'
import type { DialogState } from '#/components/tables/editable-table.tsx'
import { Dialog, DialogBody } from '#/ui/dialog.tsx'
import { AddressList } from './addresses.tsx'
import { calledName } from './name.ts'

export const UserAddresses = ({ user, ...dialog }: DialogState & { user: User }) => (
  <Dialog {...dialog} title={`Addresses of ${calledName(user)}`} width="medium">
    <DialogBody>
      <AddressList user={user} />
    </DialogBody>
  </Dialog>
)
