import { notifications } from '@kirana/contract/notifications'
import type { User } from '@kirana/contract/users'
import { useWrite } from '#/lib/api.ts'
import type { Opening } from '#/parts/editable-table.tsx'
import { fieldOf, FormDialog } from '#/parts/form-dialog.tsx'
import { TextArea, TextField } from '#/ui/field.tsx'
import { calledName } from './-user-name.ts'

/** A push message to one customer. */
export function SendNotification({ user, ...opening }: Opening & { user: User }) {
  const send = useWrite(notifications.sendToUser, { fallback: 'Notification sent failed' })
  const { fcmToken } = user
  return (
    <FormDialog
      {...opening}
      title={`Send a notification to ${calledName(user)}`}
      save="SEND"
      schema={notifications.sendToUser.body}
      together="Title, body and fcm token is required"
      values={{ title: '', body: '', fcmToken }}
      onSave={(body) => send.sendAsync({ body })}
    >
      {(form) => (
        <>
          <TextField label="Title" {...fieldOf(form, 'title', 'Title, body and fcm token is required')} />
          <TextArea label="Body" {...fieldOf(form, 'body', 'Title, body and fcm token is required')} />
        </>
      )}
    </FormDialog>
  )
}
