import { BellOff, BellRing } from 'lucide-react'
import { switchBell, useBell } from '#/lib/bell.ts'
import { IconButton } from '#/ui/button.tsx'

/** Switches the chime for new orders on and off. */
export function BellButton() {
  const isOn = useBell()
  const Icon = isOn ? BellRing : BellOff
  return (
    <IconButton
      label="Ring for new orders"
      title={isOn ? 'Rings for new orders. Press to switch the sound off' : 'Ring for new orders'}
      aria-pressed={isOn}
      className={isOn ? 'bg-brand-soft text-brand-soft-ink hover:bg-brand-soft' : ''}
      onClick={() => switchBell(!isOn)}
    >
      <Icon aria-hidden />
    </IconButton>
  )
}
