import type { RiderDrop } from '@kirana/contract/rider'
import { Camera } from 'lucide-react'
import { useState } from 'react'
import { act } from '#/lib/outbox/drops.ts'
import { Button, buttonVariants } from '#/ui/button.tsx'
import { Back } from './deliver.tsx'

const reasons = ['Nobody at home', 'Wrong address', 'Customer refused', 'Cannot be reached'] as const

const LONG_SIDE = 1280
const QUALITY = 0.75

/** Asks why a bag could not be delivered. A photo of the door is optional. */
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

/** Scales a photo down for a slow network: at most 1280 pixels long, JPEG, upright. */
async function smallPhoto(file: Blob): Promise<Blob> {
  const picture = await createImageBitmap(file)
  const scale = Math.min(1, LONG_SIDE / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(picture.width * scale)
  canvas.height = Math.round(picture.height * scale)
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  const { promise, resolve } = Promise.withResolvers<Blob | null>()
  canvas.toBlob(resolve, 'image/jpeg', QUALITY)
  const small = await promise
  if (!small) throw new Error('The photo cannot be converted')
  return small
}
