import { ageText } from '#/lib/age.ts'
import { useClock } from '#/lib/browser/clock.ts'

/** How long a bag has been where it is. `at`: ISO 8601. */
export function Since({ at }: { at: string }) {
  const since = Date.parse(at)
  return <span className="numbers">{useClock((now) => ageText(now - since))}</span>
}
