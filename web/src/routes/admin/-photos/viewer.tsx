import { ChevronLeft, ChevronRight, type LucideIcon, ZoomIn, ZoomOut } from 'lucide-react'
import { useLayoutEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { IconButton } from '#/ui/button.tsx'
import { Photo, PhotoLinks } from './photos.tsx'

/** Zoom factors of a photo, relative to the stage. */
const zooms = [1, 1.5, 2, 3, 4] as const

type Stage = RefObject<HTMLDivElement | null>

/** One photo at a time, with zoom and arrow keys; below it, links to all files. */
export function PhotoViewer({ photos, stage }: { photos: readonly string[]; stage: Stage }) {
  const [at, setAt] = useState(0)
  const [step, setStep] = useState(0)
  const photo = photos[at] ?? ''
  const zoom = zooms[step] ?? 1
  const isWhole = step === 0
  const last = photos.length - 1
  const turnTo = (next: number) => {
    if (next === at || next < 0 || next > last) return
    setAt(next)
    setStep(0)
  }
  const zoomTo = (next: number) => setStep(Math.min(Math.max(next, 0), zooms.length - 1))
  useSameMiddle(stage, zoom)
  const presses: Record<string, () => void> = {
    '+': () => zoomTo(step + 1),
    '=': () => zoomTo(step + 1),
    '-': () => zoomTo(step - 1),
    '0': () => zoomTo(0),
    // On a zoomed photo the arrow keys scroll instead.
    ...(isWhole && { ArrowLeft: () => turnTo(at - 1), ArrowRight: () => turnTo(at + 1) }),
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const press = presses[event.key]
    if (!press || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    press()
  }
  const name = `Photo ${at + 1} of ${photos.length}`
  return (
    <div role="presentation" onKeyDown={onKeyDown}>
      <div className="relative">
        <div
          ref={stage}
          role="group"
          aria-label={name}
          // Focusable, so that the keyboard can scroll a zoomed photo.
          tabIndex={0}
          onDoubleClick={() => zoomTo(isWhole ? 2 : 0)}
          onPointerMove={({ currentTarget, buttons, pointerType, movementX, movementY }) => {
            // Touch scrolls natively.
            if (pointerType === 'mouse' && buttons === 1) currentTarget.scrollBy(-movementX, -movementY)
          }}
          className={`h-[min(58dvh,38rem)] overflow-auto rounded-card border border-line bg-sunken ${isWhole ? 'cursor-zoom-in' : 'cursor-grab active:cursor-grabbing'}`}
        >
          <Photo key={photo} file={photo} name={name} zoom={zoom} />
        </div>
        {last > 0 && (
          <>
            <TurnButton
              label="Previous photo"
              className="left-2"
              icon={ChevronLeft}
              isEnd={at === 0}
              onClick={() => turnTo(at - 1)}
            />
            <TurnButton
              label="Next photo"
              className="right-2"
              icon={ChevronRight}
              isEnd={at === last}
              onClick={() => turnTo(at + 1)}
            />
          </>
        )}
      </div>
      <div className="mt-2 flex flex-wrap items-center gap-1">
        <p role="status" className="numbers text-sm font-medium">
          {name}
        </p>
        <p className="ml-3 text-xs text-muted coarse:hidden max-sm:hidden">
          {last > 0 ? '← → other photos, ' : ''}+ − zoom
        </p>
        <IconButton
          label="Zoom out"
          className="ml-auto"
          aria-disabled={isWhole}
          onClick={() => zoomTo(step - 1)}
        >
          <ZoomOut aria-hidden />
        </IconButton>
        <span className="numbers min-w-12 text-center text-sm text-muted">{zoom * 100} %</span>
        <IconButton
          label="Zoom in"
          aria-disabled={step === zooms.length - 1}
          onClick={() => zoomTo(step + 1)}
        >
          <ZoomIn aria-hidden />
        </IconButton>
      </div>
      <PhotoLinks photos={photos} shown={at} onFocus={turnTo} />
    </div>
  )
}

type TurnProps = {
  label: string
  className: string
  icon: LucideIcon
  isEnd: boolean
  onClick: () => void
}

/**
 * A button over the side of the photo. It is not disabled at the last photo, because that would drop the keyboard
 * focus.
 */
const TurnButton = ({ className, icon: Icon, isEnd, ...button }: TurnProps) => (
  <IconButton
    {...button}
    variant="outline"
    className={`absolute top-1/2 -translate-y-1/2 ${className}`}
    aria-disabled={isEnd}
  >
    <Icon aria-hidden />
  </IconButton>
)

/** Keeps the center of the photo in place when the zoom changes. */
function useSameMiddle(stage: Stage, zoom: number) {
  const before = useRef(zoom)
  useLayoutEffect(() => {
    const growth = zoom / before.current
    before.current = zoom
    const pane = stage.current
    if (!pane) return
    const placed = (from: number, size: number) => (from + size / 2) * growth - size / 2
    pane.scrollTo(placed(pane.scrollLeft, pane.clientWidth), placed(pane.scrollTop, pane.clientHeight))
  }, [stage, zoom])
}
