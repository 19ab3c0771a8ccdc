import { codes, type CodeMessage } from '@kirana/contract/codes'
import { useState } from 'react'
import { useWrite } from '#/lib/api.ts'
import { useFields } from '#/lib/form.ts'
import { Form } from '#/components/forms/form.tsx'
import { Button } from '#/ui/button.tsx'
import { TextField } from '#/components/forms/fields.tsx'
import { Reason, StateBadge } from './columns.tsx'

/**
 * Sends a code that cannot be used to sign in, and shows the provider's response. Keeps the phone number for another
 * attempt.
 */
export function TestCode({ messages }: { messages: readonly CodeMessage[] }) {
  const form = useFields(codes.test.body, { phone: '' })
  const [sentId, setSentId] = useState('')
  const test = useWrite(codes.test, {
    reload: [codes.list],
    quiet: true,
    onDone: ({ _id }) => setSentId(_id),
    onError: () => setSentId(''),
  })
  const submit = form.handleSubmit((body) =>
    test.sendAsync({ body }).then(
      () => {},
      () => {},
    ),
  )
  const outcome = messages.find(({ _id }) => _id === sentId)
  return (
    <section aria-labelledby="test" className="card p-5">
      <h2 id="test" className="text-lg font-semibold">
        Test
      </h2>
      <Form
        form={form}
        className="mt-3 flex flex-wrap items-start gap-3"
        onSubmit={(event) => void submit(event)}
      >
        <TextField
          label="Send a test code to"
          type="tel"
          inputMode="tel"
          hint="Three tests, then one a minute"
          className="min-w-50 flex-1"
          name="phone"
        />
        <Button type="submit" className="mt-6" busy={test.isSending}>
          Send
        </Button>
      </Form>
      <div role="status">
        {outcome && !test.isSending && (
          <div className="mt-3 flex flex-wrap items-start gap-x-3 gap-y-1">
            <StateBadge state={outcome.state} />
            <div className="min-w-0 flex-1">
              {outcome.state === 'asked' ? (
                'Waiting for the provider …'
              ) : outcome.state === 'sent' ? (
                'The provider has taken it over. Check that it arrives.'
              ) : (
                <Reason {...outcome} />
              )}
            </div>
          </div>
        )}
      </div>
    </section>
  )
}
