import { rupees } from '#/lib/format.ts'
import { Choose } from '#/ui/alert.tsx'

type Props = {
  /** The refund if the cash was collected, in rupees. */
  refund: number
  open: boolean
  onOpenChange: (open: boolean) => void
  onAnswer: (isCollected: boolean) => void
}

/**
 * Asked before a delivered cash order is canceled: only money the store has received is refunded (domain rules,
 * Orders).
 */
export const CashQuestion = ({ refund, open, onOpenChange, onAnswer }: Props) => (
  <Choose
    title="Was the cash collected?"
    open={open}
    onOpenChange={onOpenChange}
    choices={[
      {
        label: 'No',
        consequence: 'Cancel the order and refund nothing. The payment is Awaiting again.',
        onChoose: () => onAnswer(false),
      },
      {
        label: 'Yes',
        consequence: `Cancel the order. Refund ${rupees(refund)} to the customer’s wallet.`,
        onChoose: () => onAnswer(true),
      },
    ]}
  />
)
