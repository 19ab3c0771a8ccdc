import { useState } from 'react'
import type { DoorProof } from '#/lib/outbox/drop-action.ts'
import { Button } from '#/ui/button.tsx'
import { TextField } from '#/ui/field.tsx'

const reasons = ['No phone at hand', 'The app shows no code', 'Handed to another person'] as const

/** Asks for the four digits that the customer sees, or for the reason why the customer has none. */
export function DoorCode({ onDone }: { onDone: (proof: DoorProof) => void }) {
  const [code, setCode] = useState('')
  const [hasNone, setHasNone] = useState(false)
  if (hasNone)
    return (
      <fieldset className="flex flex-col gap-3">
        <legend className="mb-2 font-medium">Why is there no code? The dispatcher sees it</legend>
        {reasons.map((override) => (
          <Button key={override} variant="outline" className="h-12!" onClick={() => onDone({ override })}>
            {override}
          </Button>
        ))}
        <Button variant="text" className="h-12!" onClick={() => setHasNone(false)}>
          Enter the code
        </Button>
      </fieldset>
    )
  return (
    <>
      <TextField
        label="Door code"
        hint="The customer sees four digits in the app"
        inputMode="numeric"
        autoComplete="off"
        maxLength={4}
        autoFocus
        className="text-lg"
        value={code}
        onChange={({ target }) => {
          const digits = target.value.replace(/\D/g, '')
          setCode(digits)
          if (digits.length === 4) onDone({ doorCode: digits })
        }}
      />
      <Button variant="outline" className="h-12!" onClick={() => setHasNone(true)}>
        There is no code
      </Button>
    </>
  )
}
