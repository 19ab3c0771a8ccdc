import { orders } from '@kirana/contract/orders'
import { pick } from '@kirana/contract/pick'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useWrite } from '#/lib/api.ts'
import { discardPick, dismissRefused } from '#/lib/outbox/outbox.ts'
import { type PickQuestion, pickQuestion } from '#/lib/pick-question.ts'
import { useAllowed } from '#/lib/session/allowed.ts'
import { wasSignedIn } from '#/lib/session/session.ts'
import { useStore } from '#/lib/store.ts'
import { FormDialog } from '#/components/forms/form-dialog.tsx'
import { Choose } from '#/ui/alert.tsx'
import { TextArea } from '#/components/forms/fields.tsx'

const close = () => pickQuestion.set(null)

const discardText = (to: PickQuestion['to']) =>
  to === 'Canceled'
    ? 'Cancel the order. What was found is to be put back.'
    : `Set the order to ${to}. The customer pays for everything ordered.`

/** Shows the progress of a pick and the choices: continue it, discard it or, as the superadmin, override it. */
export function PickQuestionDialog({ open }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const question = useStore(pickQuestion)
  const navigate = useNavigate()
  const mayPick = useAllowed(pick.claim)
  const claim = useWrite(pick.claim, { quiet: true, reload: [orders.list, pick.get] })
  const [last, setLast] = useState(question)
  if (question !== null && question !== last) setLast(question)
  const [isOverriding, setOverriding] = useState(false)
  if (!last) return null
  const { orderId, to, message } = last
  const leave = () => {
    dismissRefused(orderId)
    close()
  }
  const takeOver = async () => {
    await claim.sendAsync({ body: { orderId, takeOver: true } })
    leave()
    await navigate({ to: '/admin/order/pick/$orderId', params: { orderId } })
  }
  const discard = () => {
    discardPick(last)
    close()
  }
  return (
    <>
      <Choose
        title={message}
        open={open && !isOverriding}
        busy={claim.isSending}
        onOpenChange={leave}
        choices={[
          ...(mayPick
            ? [
                {
                  label: 'Take over',
                  consequence: 'Go on picking with what was recorded.',
                  onChoose: () => void takeOver().catch(leave),
                },
              ]
            : []),
          { label: 'Discard what was picked', consequence: discardText(to), onChoose: discard },
          ...(wasSignedIn('superadmin')
            ? [
                {
                  label: 'Override',
                  consequence: `Set the order to ${to} as the superadmin, with a reason. The pick is kept.`,
                  onChoose: () => setOverriding(true),
                },
              ]
            : []),
        ]}
      />
      <Override
        question={last}
        open={isOverriding}
        onOpenChange={() => setOverriding(false)}
        onDone={() => {
          setOverriding(false)
          leave()
        }}
      />
    </>
  )
}

type OverrideProps = {
  question: PickQuestion
  open: boolean
  onOpenChange: (open: boolean) => void
  onDone: () => void
}

/** Asks for the superadmin's reason. The superadmin must be signed in in this browser, too. */
function Override({ question: { orderId, to, message }, onDone, ...dialog }: OverrideProps) {
  const override = useWrite(pick.override, { reload: [orders.list, orders.get, orders.stages], onDone })
  return (
    <FormDialog
      {...dialog}
      title={`Set to ${to} over the pick?`}
      description={message}
      save="Override"
      schema={pick.override.body}
      values={{ orderId, status: to, reason: '' }}
      onSave={(body) => override.sendAsync({ body })}
    >
      <TextArea label="Reason" hint="It is kept in the audit log" maxLength={500} name="reason" />
    </FormDialog>
  )
}
