import { rider } from '@kirana/contract/rider'
import { useState } from 'react'
import { useWrite } from '#/lib/api.ts'
import { Logo } from '#/components/shell/logo.tsx'
import { Button } from '#/ui/button.tsx'
import { TextField } from '#/ui/field.tsx'

/** Phone and PIN, or phone and a one-time code. */
export function SignIn({ onDone }: { onDone: () => void }) {
  const [phone, setPhone] = useState('')
  const [secret, setSecret] = useState('')
  const [hasCode, setHasCode] = useState(false)
  const login = useWrite(rider.login, { quiet: true, onDone })
  const sendCode = useWrite(rider.sendCode, { onDone: () => setHasCode(true) })
  const isBusy = login.isSending || sendCode.isSending
  return (
    <main className="grid min-h-dvh place-items-center px-4 py-8">
      <form
        className="flex w-full max-w-95 flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          login.send({ body: { phone, ...(hasCode ? { code: secret } : { pin: secret }) } })
        }}
      >
        <Logo size={44} />
        <h1 className="text-xl font-semibold">Rider Log In</h1>
        <TextField
          label="Phone number"
          type="tel"
          inputMode="numeric"
          autoComplete="tel"
          required
          value={phone}
          onChange={({ target }) => setPhone(target.value)}
        />
        <TextField
          label={hasCode ? 'Code' : 'PIN'}
          type={hasCode ? 'text' : 'password'}
          inputMode="numeric"
          autoComplete={hasCode ? 'one-time-code' : 'current-password'}
          pattern="\d{6}"
          maxLength={6}
          required
          value={secret}
          onChange={({ target }) => setSecret(target.value)}
        />
        <Button type="submit" size="large" className="h-12! w-full" busy={login.isSending}>
          Log in
        </Button>
        <Button
          variant="outline"
          size="large"
          className="h-12! w-full"
          disabled={phone === '' || isBusy}
          onClick={() => sendCode.send({ body: { phone } })}
        >
          {hasCode ? 'Send another code' : 'Send me a code'}
        </Button>
      </form>
    </main>
  )
}
