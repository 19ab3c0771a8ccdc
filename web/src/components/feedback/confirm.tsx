import { Trash2 } from 'lucide-react'
import { Ask } from '#/ui/alert.tsx'

type Props = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The object's name as the user knows it: 'Amul Taaza 500 ML'. */
  name: string
  /** The consequence of the deletion, if it is not obvious. */
  consequence?: string
  onDelete: () => void
  busy: boolean
}

/** Confirmation dialog before a deletion. Cancel has the focus. */
export const ConfirmDelete = ({ name, consequence, onDelete, ...rest }: Props) => (
  <Ask
    {...rest}
    icon={
      <span
        aria-hidden
        className="grid size-10 shrink-0 place-items-center rounded-full bg-bad-soft text-bad"
      >
        <Trash2 size={18} />
      </span>
    }
    title={`Delete “${name}”?`}
    description={consequence ?? 'This cannot be undone.'}
    action="Delete"
    onConfirm={onDelete}
  />
)
