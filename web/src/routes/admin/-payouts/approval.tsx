import { withdrawals, type Withdrawal } from '@kirana/contract/withdrawals'
import { useState, type ReactNode } from 'react'
import * as z from 'zod/mini'
import { ApiError, reloadAll, useWrite } from '#/lib/api.ts'
import { rupees } from '#/lib/format.ts'
import { CopyButton } from '#/components/tables/copy-button.tsx'
import type { DialogState } from '#/components/tables/editable-table.tsx'
import { FormDialog } from '#/components/forms/form-dialog.tsx'
import { FilePicker } from '#/components/forms/file-picker.tsx'
import { PhoneLink } from '#/components/tables/phone-link.tsx'
import { ApprovalReasonDialog } from './approval-reason.tsx'
import { IfscCode, payeeOf, UpiId } from './columns.tsx'

const { max, tooMany } = withdrawals.approve.files
const approval = z.object({ documents: z.array(z.file()).check(z.maxLength(max, tooMany)) })
const reload = [withdrawals.page, withdrawals.payouts]

/** Ignores the error when someone else has approved it: the dialog closes and the popup explains. */
const ignoreCompleted = (error: unknown) => {
  if (!(error instanceof ApiError && error.code === 'completed')) throw error
}

type Question = { open: boolean; answer: (isApproved: boolean) => void }

/**
 * Approves a withdrawal: repeats payee, amount and account, takes proof documents, or asks for a reason without them.
 */
export function WithdrawalApproval({ row, ...dialog }: DialogState & { row: Withdrawal }) {
  const approve = useWrite(withdrawals.approve, {
    reload,
    fallback: 'Coin add failed',
    onError: () => void reloadAll(reload),
  })
  const send = (files: File[], reason = '') =>
    approve.sendAsync({ body: { withdrawalId: row._id, reason }, files }).catch(ignoreCompleted)
  const [question, setQuestion] = useState<Question | null>(null)
  const askForReason = async () => {
    const isApproved = await new Promise<boolean>((answer) => setQuestion({ open: true, answer }))
    if (!isApproved) throw new Error('Not approved')
  }
  return (
    <FormDialog
      {...dialog}
      title="Create Withdrawal Transanction"
      width="medium"
      schema={approval}
      values={{ documents: [] }}
      onSave={({ documents }) => (documents.length > 0 ? send(documents) : askForReason())}
    >
      {(form) => {
        const { errors, isSubmitting } = form.formState
        const documents = form.watch('documents')
        return (
          <>
            <Payee row={row} />
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
            {question && (
              <ApprovalReasonDialog
                open={question.open}
                onOpenChange={() => {
                  setQuestion({ ...question, open: false })
                  question.answer(false)
                }}
                onSave={async (reason) => {
                  await send([], reason)
                  question.answer(true)
                }}
              />
            )}
          </>
        )
      }}
    </FormDialog>
  )
}

const Payee = ({ row }: { row: Withdrawal }) => (
  <dl className="flex flex-col divide-y divide-line rounded-control border border-line px-4 py-1">
    <Fact name="Amount" copy={row.amount.toFixed(2)} what="amount">
      <span className="text-lg font-semibold">{rupees(row.amount)}</span>
    </Fact>
    <Fact name="User" copy={row.user.fullName} what="name">
      <span className="font-medium">{payeeOf(row)}</span>
    </Fact>
    <Fact name="Phone Number" copy={row.user.phone} what="phone number">
      <PhoneLink phone={row.user.phone} />
    </Fact>
    {row.upiId && (
      <Fact name="UPI ID" copy={row.upiId} what="UPI ID">
        <UpiId upiId={row.upiId} />
      </Fact>
    )}
    {row.bankAcNumber && (
      <Fact name="Bank Account Number" copy={row.bankAcNumber} what="bank account number">
        <span className="break-all">{row.bankAcNumber}</span>
      </Fact>
    )}
    {row.ifscCode && (
      <Fact name="IFSC Code" copy={row.ifscCode} what="IFSC code">
        <IfscCode ifscCode={row.ifscCode} />
      </Fact>
    )}
  </dl>
)

type FactProps = { name: string; copy: string; what: string; children: ReactNode }

const Fact = ({ name, copy, what, children }: FactProps) => (
  <div className="flex min-h-10 items-center gap-3 py-0.5">
    <dt className="w-24 shrink-0 text-sm text-muted sm:w-40">{name}</dt>
    <dd className="numbers flex min-w-0 flex-1 items-center justify-between gap-2">
      <span className="min-w-0 break-words">{children}</span>
      {copy && <CopyButton text={copy} what={what} />}
    </dd>
  </div>
)
