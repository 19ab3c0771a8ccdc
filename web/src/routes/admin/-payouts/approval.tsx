import { approvals } from '@kirana/contract/approvals'
import { Utr, withdrawals, type Withdrawal } from '@kirana/contract/withdrawals'
import { isUpiUtr, UPI_UTR_INVALID } from '@kirana/domain/upi'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { ApiError, read, reloadAll, useWrite } from '#/lib/api.ts'
import { formatDateTimeOr } from '#/lib/format.ts'
import type { DialogState } from '#/components/tables/editable-table.tsx'
import { FormDialog } from '#/components/forms/form-dialog.tsx'
import { FilePicker } from '#/components/forms/file-picker.tsx'
import { Button } from '#/ui/button.tsx'
import { TextField } from '#/components/forms/fields.tsx'
import { ApprovalReasonDialog } from './approval-reason.tsx'
import { Payee } from './payee.tsx'
import { WithdrawalRefusal } from './refusal.tsx'

const { max, tooMany } = withdrawals.approve.files
const approval = z.object({
  documents: z.array(z.file()).check(z.maxLength(max, tooMany)),
  utr: Utr,
})
const approvalByUpi = z.extend(approval, {
  utr: Utr.check(z.refine((utr) => utr === '' || isUpiUtr(utr), UPI_UTR_INVALID)),
})
const reload = [withdrawals.page, withdrawals.payouts]

/** Ignores the error if another user has completed the withdrawal: the dialog closes, and the popup explains it. */
const ignoreEnded = (error: unknown) => {
  if (!(error instanceof ApiError && ['completed', 'withdrawal-refused'].includes(error.code))) throw error
}

type Question = { utr: string; open: boolean; answer: (isDone: boolean) => void }

/** Asks for the reason of a payout without documents. `ask` rejects if the dialog is closed without one. */
function useReasonQuestion() {
  const [question, setQuestion] = useState<Question | null>(null)
  return {
    question,
    ask: async (utr: string) => {
      const isDone = await new Promise<boolean>((answer) => setQuestion({ utr, open: true, answer }))
      if (!isDone) throw new Error('Not approved')
    },
    settle: (isDone: boolean) => {
      if (!question) return
      setQuestion({ ...question, open: false })
      question.answer(isDone)
    },
  }
}

/**
 * Pays a withdrawal: repeats payee, amount and account, takes the bank's reference and proof documents, or asks for a
 * reason without them. If the store requires a second person, the payout can wait for the approval.
 */
export function WithdrawalApproval({ row, ...dialog }: DialogState & { row: Withdrawal }) {
  const approve = useWrite(withdrawals.approve, {
    reload,
    fallback: 'Coin add failed',
    onError: () => void reloadAll(reload),
  })
  const { data: rules } = useQuery(read(approvals.rules, { query: {} }))
  const asksFirst = rules?.secondPerson === true && row.state === 'open'
  const send = (files: File[], proof: { reason?: string; utr?: string } = {}) =>
    approve.sendAsync({ body: { withdrawalId: row._id, ...proof }, files }).catch(ignoreEnded)
  const { question, ask, settle } = useReasonQuestion()
  const [isRefusing, setRefusing] = useState(false)
  return (
    <FormDialog
      {...dialog}
      title="Create Withdrawal Transanction"
      width="medium"
      schema={row.upiId && !row.bankAcNumber ? approvalByUpi : approval}
      values={{ documents: [], utr: '' }}
      onSave={({ documents, utr = '' }) => (documents.length > 0 ? send(documents, { utr }) : ask(utr))}
    >
      {(form) => {
        const { errors, isSubmitting } = form.formState
        const documents = form.watch('documents')
        return (
          <>
            {row.approved && <Approved {...row.approved} />}
            <Payee row={row} />
            <TextField
              label="UTR"
              hint="The bank’s reference of the transfer, if there is one"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={40}
              disabled={isSubmitting}
              name="utr"
            />
            <div>
              <FilePicker
                label="Supporting documents"
                prompt="Upload Documents"
                accept=".pdf,.png,.jpg,.jpeg,.webp,.gif"
                multiple
                files={documents}
                onChange={(chosen) => form.setValue('documents', chosen, { shouldValidate: true })}
                error={errors.documents?.message}
                disabled={isSubmitting}
              />
              <p role="status" className="numbers mt-1.5 text-xs text-muted empty:hidden">
                {isSubmitting && documents.length > 0
                  ? `Uploading, ${approve.percent} %`
                  : documents.length === 0 && 'Without a document you will be asked for the reason.'}
              </p>
            </div>
            <Button variant="text" size="small" className="self-start" onClick={() => setRefusing(true)}>
              Refuse this withdrawal
            </Button>
            {question && (
              <ApprovalReasonDialog
                open={question.open}
                onOpenChange={() => settle(false)}
                onSave={async (reason) => {
                  await send([], { reason, utr: question.utr })
                  settle(true)
                }}
                {...(asksFirst && {
                  onAskFirst: () =>
                    void send([]).then(
                      () => settle(true),
                      () => settle(false),
                    ),
                })}
              />
            )}
            <WithdrawalRefusal
              row={row}
              open={isRefusing}
              onOpenChange={setRefusing}
              onDone={() => dialog.onOpenChange(false)}
            />
          </>
        )
      }}
    </FormDialog>
  )
}

const Approved = ({ by, at }: NonNullable<Withdrawal['approved']>) => (
  <p className="numbers rounded-control bg-info-soft px-3 py-2 text-sm text-info">
    Approved by {by}, {formatDateTimeOr(at, '')}. Pay it now, then save the bank’s UTR with a document or a
    reason.
  </p>
)
