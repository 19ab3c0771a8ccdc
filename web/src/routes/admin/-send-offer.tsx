import { notifications } from '@kirana/contract/notifications'
import { useWrite } from '#/lib/api.ts'
import type { Opening } from '#/parts/editable-table.tsx'
import { fieldOf, FormDialog } from '#/parts/form-dialog.tsx'
import { TextArea, TextField } from '#/ui/field.tsx'

/** A push message to every customer. */
export function SendOffer(opening: Opening) {
  const send = useWrite(notifications.sendToAll, { fallback: 'Notification sent failed' })
  return (
    <FormDialog
      {...opening}
      title="Send an offer to everybody"
      save="send offer"
      schema={notifications.sendToAll.body}
      together="Title, body is required"
      values={{ title: '', body: '' }}
      onSave={(body) => send.sendAsync({ body })}
    >
      {(form) => (
        <>
          <TextField label="Title" {...fieldOf(form, 'title', 'Title, body is required')} />
          <TextArea label="Body" {...fieldOf(form, 'body', 'Title, body is required')} />
        </>
      )}
    </FormDialog>
  )
}
