import type { RiderDrop } from '@kirana/contract/rider'
import { Camera } from 'lucide-react'
import { useState } from 'react'
import { act } from '#/lib/outbox/drops.ts'
import { Button, buttonVariants } from '#/ui/button.tsx'
import { Back } from './deliver.tsx'
import { smallPhoto } from './small-photo.ts'

const reasons = ['Nobody at home', 'Wrong address', 'Customer refused', 'Cannot be reached'] as const

/** Asks why a bag could not be delivered, if the rider likes with a photo of the door. */
export function Fail({ drop, onBack }: { drop: RiderDrop; onBack: () => void }) {
  const [photo, setPhoto] = useState<Blob | null>(null)
  const [problem, setProblem] = useState('')
  const take = async (file: File | undefined) => {
    if (!file) return
    setProblem('')
    setPhoto(await smallPhoto(file))
  }
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-2 font-medium">Why could you not deliver?</legend>
      <label
        className={buttonVariants({
          variant: 'outline',
          className:
            'relative h-12! focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-brand',
        })}
      >
        <Camera aria-hidden />
        {photo ? 'Photo taken. Take another' : 'Take a photo first'}
        <input
          type="file"
          accept="image/*"
          capture="environment"
          className="sr-only"
          onChange={({ target }) =>
            void take(target.files?.[0]).catch(() => setProblem('This is not a photo'))
          }
        />
      </label>
      {problem && (
        <p role="alert" className="text-sm text-bad">
          {problem}
        </p>
      )}
      {reasons.map((reason) => (
        <Button
          key={reason}
          variant="outline"
          className="h-12!"
          onClick={() => act(drop, { do: 'fail', reason, ...(photo && { photo }) })}
        >
          {reason}
        </Button>
      ))}
      <Back onBack={onBack} />
    </fieldset>
  )
}
