import { BellOff, BellRing } from 'lucide-react'
import { useRef } from 'react'
import { switchBell, useBell } from '#/lib/live/bell.ts'
import { IconButton } from '#/ui/button.tsx'

const titles = {
  off: 'Ring for new orders',
  on: 'Rings for new orders. Press to switch the sound off',
  mute: 'Press anywhere once: the browser lets this tab ring only after that',
}

/** Switches the chime for new orders on and off. */
export function BellButton() {
  const state = useBell()
  const isOn = state !== 'off'
  // The press that unmutes the tab must not also switch the chime off.
  const wasMute = useRef(false)
  const note = () => {
    wasMute.current = state === 'mute'
  }
  const Icon = isOn ? BellRing : BellOff
  return (
    <IconButton
      label="Ring for new orders"
      title={titles[state]}
      aria-pressed={isOn}
      className={`relative ${isOn ? 'bg-brand-soft text-brand-soft-ink hover:bg-brand-soft' : ''}`}
      onPointerDown={note}
      onKeyDown={note}
      onClick={() => switchBell(wasMute.current || !isOn)}
    >
      <Icon aria-hidden />
      {state === 'mute' && (
        <span aria-hidden className="absolute top-1.5 right-1.5 size-2 rounded-full bg-warn" />
      )}
    </IconButton>
  )
}
