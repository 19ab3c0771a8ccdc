import { BellOff, BellRing, Volume2 } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { switchBell, testRing, useBell } from '#/lib/live/bell.ts'
import { useStored } from '#/lib/browser/stored.ts'
import { Button } from '#/ui/button.tsx'

/** Whether the chime for new orders has been muted or blocked at any time since this component was mounted. */
export function useWasSilent() {
  const isSilent = useBell() !== 'on'
  const [wasSilent, setWasSilent] = useState(isSilent)
  if (isSilent && !wasSilent) setWasSilent(true)
  return wasSilent
}

/**
 * Says that new orders cannot be heard here. Once shown, it keeps its space until the user leaves the screen: the first
 * tap enables sound, and the button under the finger must not move. `keepsPlace`: the result of `useWasSilent` in the
 * screen. `isSlim`: shown inside another bar.
 */
export function SoundBar({ keepsPlace, isSlim = false }: { keepsPlace: boolean; isSlim?: boolean }) {
  const bell = useBell()
  if (bell === 'off')
    return (
      <Bar
        isSlim={isSlim}
        icon={<BellOff aria-hidden size={18} />}
        text="Sound is off."
        tone="bg-warn-soft text-warn"
      >
        {/* On a phone the slim bar has space for one button only. Turn on also rings once. */}
        <Button
          variant="outline"
          size="small"
          className={isSlim ? 'max-sm:hidden' : ''}
          onClick={() => void testRing()}
        >
          <Volume2 aria-hidden />
          Test ring
        </Button>
        <Button
          size="small"
          onClick={() => {
            switchBell(true)
            void testRing()
          }}
        >
          Turn on
        </Button>
      </Bar>
    )
  if (bell === 'mute')
    return (
      <Bar
        isSlim={isSlim}
        icon={<BellRing aria-hidden size={18} />}
        text="Tap anywhere to hear orders"
        tone="bg-warn-soft text-warn"
      />
    )
  return (
    <NotificationOffer isSlim={isSlim}>
      {keepsPlace && (
        <Bar
          isSlim={isSlim}
          icon={<BellRing aria-hidden size={18} />}
          text="Sound is on"
          tone="bg-ok-soft text-ok"
        >
          <Button variant="outline" size="small" onClick={() => void testRing()}>
            <Volume2 aria-hidden />
            Test ring
          </Button>
        </Bar>
      )}
    </NotificationOffer>
  )
}

const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean'

/**
 * Whether the user has not been asked for permission yet and the browser can show notifications. Phone browsers throw,
 * because they only allow notifications of a service worker. Other browsers do not show this one, because permission is
 * missing.
 */
function mayAsk(): boolean {
  if (!('Notification' in window) || Notification.permission !== 'default') return false
  try {
    return Boolean(new Notification(''))
  } catch {
    return false
  }
}

/** Offers notifications until the user has been asked for permission; then renders its children. */
function NotificationOffer({ isSlim, children }: { isSlim: boolean; children: ReactNode }) {
  const [isDeclined, setDeclined] = useStored('notifications-declined', false, isBoolean)
  const [isOffered, setOffered] = useState(mayAsk)
  if (!isOffered || isDeclined) return children
  return (
    <Bar
      isSlim={isSlim}
      icon={<BellRing aria-hidden size={18} />}
      text="Show new orders on top of other windows?"
      tone="bg-info-soft text-info"
    >
      <Button variant="outline" size="small" onClick={() => setDeclined(true)}>
        Not now
      </Button>
      <Button
        size="small"
        onClick={() => void Notification.requestPermission().then(() => setOffered(mayAsk()))}
      >
        Allow
      </Button>
    </Bar>
  )
}

type Props = { isSlim: boolean; icon: ReactNode; text: string; tone: string; children?: ReactNode }

const Bar = ({ isSlim, icon, text, tone, children }: Props) => (
  <div
    data-chrome
    className={
      isSlim
        ? `flex h-11 shrink-0 items-center gap-2 rounded-control pr-1 pl-3 ${tone}`
        : `mb-3 flex min-h-12 flex-wrap items-center gap-x-3 gap-y-2 rounded-card px-4 py-1.5 ${tone}`
    }
  >
    {isSlim ? <span className="max-sm:hidden">{icon}</span> : icon}
    <p className={`font-medium ${isSlim ? 'whitespace-nowrap' : 'min-w-0 flex-1 basis-24'}`}>{text}</p>
    {children}
  </div>
)
