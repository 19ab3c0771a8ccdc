import type { Transaction } from '@kirana/contract/withdrawals'
import { FileText, FileX2 } from 'lucide-react'
import { rupees } from '#/lib/format.ts'
import type { Opening } from '#/parts/editable-table.tsx'
import { EmptyState } from '#/parts/states.tsx'
import { Dialog, DialogBody } from '#/ui/dialog.tsx'
import { addressOfFile } from './-file-address.ts'
import { LinePicture } from './-line-picture.tsx'
import { payeeOf } from './-withdrawal-columns.tsx'

/** What shows that a withdrawal was paid: pictures small, a PDF as a sign, each opens in a new tab. */
export const WithdrawalDocuments = ({ row, ...opening }: Opening & { row: Transaction }) => (
  <Dialog
    {...opening}
    title="Supporting docs"
    description={`${payeeOf(row)}, ${rupees(row.amount)}`}
    width="medium"
  >
    <DialogBody>
      {row.supportingDocs.length === 0 ? (
        <EmptyState icon={<FileX2 size={22} />} />
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
