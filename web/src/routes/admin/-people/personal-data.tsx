import { audit } from '@kirana/contract/audit'
import { urlOf } from '@kirana/contract/wire/request'
import { users, type User } from '@kirana/contract/users'
import { Download } from 'lucide-react'
import { useWrite } from '#/lib/api.ts'
import { useAllowed } from '#/lib/session/allowed.ts'
import type { DialogState } from '#/components/tables/editable-table.tsx'
import { FormDialog } from '#/components/forms/form-dialog.tsx'
import { DownloadLink } from '#/components/security/download.tsx'
import { buttonVariants } from '#/ui/button.tsx'
import { TextField } from '#/components/forms/fields.tsx'
import { calledName } from './name.ts'

/** Export and erasure of a customer's personal data, which are rights under the DPDP Act. */
export function PersonalData({ user, ...dialog }: DialogState & { user: User }) {
  const mayExport = useAllowed(users.export)
  const erase = useWrite(users.erase, { reload: [users.list, users.get, audit.of] })
  return (
    <FormDialog
      {...dialog}
      title={`Personal data of ${calledName(user)}`}
      width="medium"
      save="Erase"
      schema={users.erase.body}
      values={{ userId: user._id, lastDigits: '', reason: '' }}
      onSave={(body) => erase.sendAsync({ body })}
    >
      <section aria-labelledby="export" className="flex flex-col gap-2">
        <h3 id="export" className="font-semibold">
          Export
        </h3>
        <p className="text-sm text-muted">
          One JSON file with everything kept about this customer, pictures included. The download is recorded
          in the audit log.
        </p>
        {mayExport ? (
          <DownloadLink
            className={`${buttonVariants({ variant: 'outline' })} self-start`}
            href={urlOf(users.export.path, { params: { userId: user._id } })}
            route={users.export}
          >
            <Download aria-hidden />
            Export data
          </DownloadLink>
        ) : (
          <p className="text-sm">Only staff whose role sees all of this can export it, such as a manager.</p>
        )}
      </section>
      <section aria-labelledby="erase" className="flex flex-col gap-4 border-t border-line pt-4">
        <div className="flex flex-col gap-2">
          <h3 id="erase" className="font-semibold">
            Erase data
          </h3>
          <p className="text-sm text-muted">
            Removes name, phone, email, addresses, payment details, lists and messages for good, and signs the
            customer out. Coins lapse. Orders, invoices and the ledger stay without the person; prescriptions
            stay as long as the law asks.
          </p>
        </div>
        <TextField
          label="Last four digits of the phone"
          inputMode="numeric"
          maxLength={4}
          name="lastDigits"
        />
        <TextField label="Reason" hint="Kept in the audit log. Leave out names and numbers" name="reason" />
      </section>
    </FormDialog>
  )
}
