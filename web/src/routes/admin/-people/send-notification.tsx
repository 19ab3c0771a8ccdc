import { notifications } from '@kirana/contract/notifications'
import type { User } from '@kirana/contract/users'
import { useWrite } from '#/lib/api.ts'
import type { DialogState } from '#/components/tables/editable-table.tsx'
import { FormDialog } from '#/components/forms/form-dialog.tsx'
import { TextArea, TextField } from '#/components/forms/fields.tsx'
import { NOT_SENT, PushNotice } from './push-messages.tsx'
import { calledName } from './name.ts'

const FIELDS_REQUIRED = 'Title, body and fcm token is required'

/** Sends a push message to one customer. */
export function SendNotification({ user, ...dialog }: DialogState & { user: User }) {
  const send = useWrite(notifications.sendToUser, { reload: [notifications.list], fallback: NOT_SENT })
  const { fcmToken } = user
  return (
    <FormDialog
      {...dialog}
      title={`Send a notification to ${calledName(user)}`}
      save="SEND"
      schema={notifications.sendToUser.body}
      sharedMessage={FIELDS_REQUIRED}
      values={{ title: '', body: '', fcmToken }}
      onSave={(body) => send.sendAsync({ body })}
    >
      <PushNotice />
      <TextField label="Title" name="title" />
      <TextArea label="Body" name="body" />
    </FormDialog>
  )
}
