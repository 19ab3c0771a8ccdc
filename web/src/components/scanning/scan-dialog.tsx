import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { cameraProblem, watchCamera } from '#/lib/browser/camera.ts'
import { Button } from '#/ui/button.tsx'
import { Dialog, DialogActions, DialogBody } from '#/ui/dialog.tsx'

type Props = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Returns a text to show while the dialog stays open; without one the dialog closes. */
  onScan: (code: string) => string | undefined | void
}

/** Shows the camera's picture. Each barcode in it is a scan. */
export function ScanDialog({ open, onOpenChange, onScan }: Props) {
  const [problem, setProblem] = useState('')
  const [text, setText] = useState('')
  const scanned = (code: string) => {
    const answer = onScan(code)
    if (answer === undefined) onOpenChange(false)
    else setText(answer)
  }
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Scan" width="medium">
      <DialogBody className="flex flex-col gap-3">
        {problem ? (
          <p role="alert" className="rounded-control bg-bad-soft px-4 py-3 text-bad">
            {problem}
          </p>
        ) : (
          <Camera onCode={scanned} onProblem={setProblem} />
        )}
        <p role="status" className="min-h-6 text-lg font-semibold">
          {problem ? '' : text || 'Hold a barcode in front of the camera'}
        </p>
      </DialogBody>
      <DialogActions>
        {problem && (
          <Button variant="outline" onClick={() => setProblem('')}>
            Try again
          </Button>
        )}
        <Button onClick={() => onOpenChange(false)}>Close</Button>
      </DialogActions>
    </Dialog>
  )
}

type CameraProps = { onCode: (code: string) => void; onProblem: (sentence: string) => void }

/** The camera is on while this component is mounted. */
function Camera({ onCode, onProblem }: CameraProps) {
  const video = useRef<HTMLVideoElement>(null)
  const seen = useEffectEvent(onCode)
  const failed = useEffectEvent((error: unknown) => onProblem(cameraProblem(error)))
  useEffect(() => {
    if (!video.current) return undefined
    let isGone = false
    const started = watchCamera(video.current, (code) => seen(code))
    started.catch((error: unknown) => !isGone && failed(error))
    return () => {
      isGone = true
      void started.then(
        (stop) => stop(),
        () => {},
      )
    }
  }, [])
  return (
    <video
      ref={video}
      muted
      playsInline
      aria-label="Camera"
      className="aspect-video w-full rounded-control bg-ink object-cover"
    />
  )
}
