import { approvals, type Approval } from '@kirana/contract/approvals'
import { OWN_APPROVAL } from '@kirana/domain/approval'
import { useState } from 'react'
import { reloadAll, useWrite } from '#/lib/api.ts'
import { lazyComponent } from '#/components/feedback/lazy-component.tsx'
import { Button } from '#/ui/button.tsx'
import { Ask } from '#/ui/alert.tsx'
import { type Account, consequenceOf, titleOf } from './words.ts'

const Refusal = lazyComponent(async () => (await import('./refusal.tsx')).Refusal)

type Props = { approval: Approval; isOwn: boolean; account: Account }

/** The buttons Approve and Refuse. Hidden from the person who requested the approval. */
export function Decision({ approval, isOwn, account }: Props) {
  const [asks, setAsks] = useState<'approve' | 'refuse' | null>(null)
  const reload = [approvals.list]
  const approve = useWrite(approvals.approve, { reload, onError: () => void reloadAll(reload) })
  if (isOwn) return <p className="mt-3 text-sm text-muted">{OWN_APPROVAL}.</p>
  const title = titleOf(approval)
  const onOpenChange = () => setAsks(null)
  return (
    <div className="mt-3 flex gap-2">
      <Button size="small" aria-label={`Approve: ${title}`} onClick={() => setAsks('approve')}>
        Approve
      </Button>
      <Button
        size="small"
        variant="outline"
        aria-label={`Refuse: ${title}`}
        onClick={() => setAsks('refuse')}
      >
        Refuse
      </Button>
      <Ask
        title={`${title}?`}
        description={consequenceOf(approval)}
        action="Approve"
        destructive={false}
        open={asks === 'approve'}
        busy={approve.isSending}
        onOpenChange={onOpenChange}
        onConfirm={() =>
          void approve
            .sendAsync({ params: { id: approval._id }, query: account })
            .catch(() => {})
            .finally(() => setAsks(null))
        }
      />
      <Refusal approval={approval} account={account} open={asks === 'refuse'} onOpenChange={onOpenChange} />
    </div>
  )
}
