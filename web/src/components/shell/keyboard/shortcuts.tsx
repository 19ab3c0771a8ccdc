import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { afterQuiet, chords, CHORD_MS, isTyping } from '#/lib/browser/keys.ts'
import { lazyComponent } from '#/components/feedback/lazy-component.tsx'
import { screenAt } from '#/components/shell/menu/screen-at.ts'
import type { ScreenGroup } from '#/components/shell/menu/screens.ts'

const Palette = lazyComponent(async () => (await import('#/components/shell/palette/palette.tsx')).Palette)
const KeyboardHelp = lazyComponent(async () => (await import('./keyboard-help.tsx')).KeyboardHelp)

export type Overlay = 'palette' | 'help' | null

type Props = {
  groups: readonly ScreenGroup[]
  overlay: Overlay
  onOverlay: (overlay: Overlay) => void
}

/** Listens for ⌘K, '?' and the chords of the screens in `groups`. The overlays load when first opened. */
export function Shortcuts({ groups, overlay, onOverlay }: Props) {
  const navigate = useNavigate()
  const onChord = useEffectEvent((to: string) => {
    if (screenAt(groups, to)) void navigate({ to })
  })
  useEffect(() => {
    let pressedG = 0
    const listen = (event: KeyboardEvent) => {
      if ((event.metaKey || event.ctrlKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        onOverlay('palette')
        return
      }
      if (event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target)) return
      const to = chords[event.key.toLowerCase()]
      if (event.key === '?') onOverlay('help')
      else if (to && event.timeStamp - pressedG < CHORD_MS) afterQuiet(() => onChord(to))
      pressedG = event.key.toLowerCase() === 'g' ? event.timeStamp : 0
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [onOverlay])
  const close = (open: boolean) => onOverlay(open ? overlay : null)
  return (
    <>
      <Palette open={overlay === 'palette'} onOpenChange={close} groups={groups} />
      <KeyboardHelp open={overlay === 'help'} onOpenChange={close} groups={groups} />
    </>
  )
}
