import type { Transaction } from '@kirana/contract/withdrawals'
import { FileText, FileX2 } from 'lucide-react'
import { formatDateTimeOr, rupees } from '#/lib/format.ts'
import { CopyButton } from '#/components/tables/copy-button.tsx'
import type { DialogState } from '#/components/tables/editable-table.tsx'
import { EmptyState } from '#/components/feedback/states.tsx'
import { Dialog, DialogBody } from '#/ui/dialog.tsx'
import { addressOfFile } from '#/lib/file-address.ts'
import { LinePicture } from '../-lists/line-picture.tsx'
import { payeeOf } from './columns.tsx'

/**
 * A dialog with the proof of payment: thumbnails or PDF icons, which open in a new tab, or the reason why there is no
 * proof.
 */
export const WithdrawalDocuments = ({ row, ...dialog }: DialogState & { row: Transaction }) => (
  <Dialog
    {...dialog}
    title="Supporting docs"
    description={`${payeeOf(row)}, ${rupees(row.amount)}`}
    width="medium"
  >
    <DialogBody>
      <p className="numbers mb-3 text-sm text-muted">
        {row.isDone ? 'Paid' : 'Refused'} by {row.by}, {formatDateTimeOr(row.at, '')}
        {row.utr && (
          <>
            {' '}
            · UTR <span className="font-medium text-ink">{row.utr}</span>{' '}
            <CopyButton text={row.utr} what="UTR" />
          </>
        )}
      </p>
      {row.reason && (
        <p className="mb-3 rounded-control bg-sunken px-3 py-2 break-words whitespace-pre-line">
          <span className="font-medium">Reason: </span>
          {row.reason}
        </p>
      )}
      {!row.isDone ? null : row.supportingDocs.length === 0 ? (
        <EmptyState icon={<FileX2 size={22} />} about="It was paid without a document." />
      ) : (
        <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3">
          {row.supportingDocs.map((file, index) => (
            <Document key={file} file={file} name={`Document ${index + 1}`} />
          ))}
        </ul>
      )}
    </DialogBody>
  </Dialog>
)

function Document({ file, name }: { file: string; name: string }) {
  const isPdf = file.endsWith('.pdf')
  const named = isPdf ? `${name} (PDF)` : name
  return (
    <li>
      <a
        href={addressOfFile(file)}
        target="_blank"
        rel="noreferrer"
        aria-label={`${named}, opens in a new tab`}
        className="flex flex-col gap-1.5 rounded-control p-1 hover:bg-sunken"
      >
        {isPdf ? (
          <span
            aria-hidden
            className="grid h-36 place-items-center rounded-control border border-line bg-sunken text-muted"
          >
            <FileText size={36} />
          </span>
        ) : (
          <LinePicture file={file} size="h-36 w-full" />
        )}
        <span className="numbers text-center text-sm">{named}</span>
      </a>
    </li>
  )
}
