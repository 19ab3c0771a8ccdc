import type { User } from '@kirana/contract/users'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { DialogState } from '#/components/tables/editable-table.tsx'
import { WaitingNote } from '#/components/approvals/lazy.ts'
import { History } from '#/components/journal/lazy.ts'
import { PhoneLink } from '#/components/tables/phone-link.tsx'
import { Button } from '#/ui/button.tsx'
import { Dialog, DialogBody } from '#/ui/dialog.tsx'
import { AddCoins } from './add-coins.tsx'
import { Balances } from './balances.tsx'
import { WalletEntries } from './wallet-entries.tsx'
import { calledName } from './name.ts'
import { useAllowed } from '#/lib/session/allowed.ts'

/** A customer's wallet: balances and history. */
export function UserWallet({ user, ...dialog }: DialogState & { user: User }) {
  const [isAdding, setIsAdding] = useState(false)
  const mayAdd = useAllowed({ can: 'wallet.coins' })
  return (
    <Dialog
      {...dialog}
      title={`Wallet of ${calledName(user)}`}
      description={<PhoneLink phone={user.phone} />}
      width="medium"
      isStep
    >
      <DialogBody className="space-y-5">
        <Balances wallet={user.wallet} />
        <WaitingNote subject={user._id} />
        <section aria-labelledby="entries">
          <div className="flex items-center justify-between gap-3 pb-2">
            <h3 id="entries" className="font-semibold">
              Wallet history
            </h3>
            {mayAdd && (
              <Button size="small" onClick={() => setIsAdding(true)}>
                <Plus aria-hidden />
                Add Coins
              </Button>
            )}
          </div>
          <WalletEntries userId={user._id} />
        </section>
        <History objectId={user._id} customers />
        <AddCoins user={user} open={isAdding} onOpenChange={setIsAdding} />
      </DialogBody>
    </Dialog>
  )
}
