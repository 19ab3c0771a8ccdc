import { withdrawals, type Withdrawal } from '@kirana/contract/withdrawals'
import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import { Refusal, reloadAll, useWrite } from '#/lib/api.ts'
import { rupees } from '#/lib/format.ts'
import { CopyButton } from '#/parts/copy-button.tsx'
import type { Opening } from '#/parts/editable-table.tsx'
import { FormDialog } from '#/parts/form-dialog.tsx'
import { FilePicker } from '#/parts/file-picker.tsx'
import { PhoneLink } from '#/parts/phone-link.tsx'
import { IfscCode, payeeOf, UpiId } from './-withdrawal-columns.tsx'

const { max, tooMany } = withdrawals.approve.files
const approval = z.object({ documents: z.array(z.file()).check(z.maxLength(max, tooMany)) })
const reload = [withdrawals.list, withdrawals.transactions]

/** Somebody else was quicker: nothing is left to approve, so the dialog closes behind the popup that says so. */
const unlessCompleted = (error: unknown) => {
  if (!(error instanceof Refusal && error.code === 'completed')) throw error
}

/** Pays a withdrawal out: repeats who gets what and where, and takes the documents that show it. */
export function WithdrawalApproval({ row, ...opening }: Opening & { row: Withdrawal }) {
  const approve = useWrite(withdrawals.approve, {
    reload,
    fallback: 'Coin add failed',
    onRefused: () => void reloadAll(reload),
  })
  const send = (files: File[]) => approve.sendAsync({ body: { withdrawalId: row._id }, files })
  return (
    <FormDialog
      {...opening}
      title="Create Withdrawal Transanction"
      width="medium"
      schema={approval}
      values={{ documents: [] }}
      onSave={({ documents }) => send(documents).catch(unlessCompleted)}
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
                  : documents.length === 0 &&
                    'You can save without a document, but then nothing shows that this was paid.'}
              </p>
            </div>
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
