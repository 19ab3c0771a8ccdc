import { audit } from '@kirana/contract/audit'
import { users, type User } from '@kirana/contract/users'
import { wallet } from '@kirana/contract/wallet'
import { useState } from 'react'
import { useWrite } from '#/lib/api.ts'
import { counted } from '#/lib/format.ts'
import type { DialogState } from '#/components/tables/editable-table.tsx'
import { reloadNotes } from '#/components/approvals/lazy.ts'
import { FormDialog } from '#/components/forms/form-dialog.tsx'
import { Ask } from '#/ui/alert.tsx'
import { TextField } from '#/components/forms/fields.tsx'
import { calledName } from './name.ts'

/** How long the confirmation stays after success, in ms (specification, section 4). */
const CLOSING_MS = 1000

type Question = { coins: number; open: boolean; isSent: boolean; answer: (yes: boolean) => void }

/** Add Coins: an amount, a confirmation, the final Add (specification, section 4). */
export function AddCoins({ user, ...dialog }: DialogState & { user: User }) {
  const [question, setQuestion] = useState<Question | null>(null)
  const add = useWrite(wallet.addCoins, {
    reload: [users.list, users.get, wallet.entries, audit.of],
    fallback: 'Coin add failed',
    onWaiting: reloadNotes,
  })
  const confirm = (coins: number) =>
    new Promise<boolean>((answer) => setQuestion({ coins, open: true, isSent: false, answer }))
  const close = () => setQuestion((now) => now && { ...now, open: false, isSent: false })
  const settle = (now: Question, yes: boolean) => {
    setQuestion({ ...now, open: yes, isSent: yes })
    now.answer(yes)
  }
  return (
    <FormDialog
      {...dialog}
      title="Add Coins"
      isStep
      save="Add"
      schema={wallet.addCoins.body}
      values={{ userId: user._id, point: '' }}
      onSave={async (body) => {
        if (!(await confirm(Number(body.point)))) throw new Error('Not confirmed')
        try {
          await add.sendAsync({ body })
          await new Promise((resolve) => setTimeout(resolve, CLOSING_MS))
        } finally {
          close()
        }
      }}
    >
      <TextField label="Coins" inputMode="numeric" hint="At most 1,00,000 at a time" name="point" />
      {question && (
        <Ask
          title={`Add ${counted(question.coins, 'coin')} to ${calledName(user)}?`}
          description="The amount cannot be edited after saving."
          action="Add"
          destructive={false}
          open={question.open}
          busy={question.isSent}
          onOpenChange={() => settle(question, false)}
          onConfirm={() => settle(question, true)}
        />
      )}
    </FormDialog>
  )
}
