import { useEffect, type RefObject } from 'react'
import { afterQuiet, isTyping } from '#/lib/browser/keys.ts'

const columnsOf = (cards: readonly HTMLElement[]) =>
  cards.filter(({ offsetTop }) => offsetTop === cards[0]?.offsetTop).length

/** The card to which an arrow key moves from card `at`; undefined at the edge. */
function neighbour(cards: readonly HTMLElement[], at: number, key: string) {
  const columns = columnsOf(cards)
  const steps: Record<string, number> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -columns,
    ArrowDown: columns,
  }
  const step = steps[key]
  return step === undefined ? undefined : cards[at + step]
}

/**
 * Starts picking the order in a slot. If there is nothing to pick, focuses its button, because a digit must not set a
 * status.
 */
function start(card: HTMLElement) {
  delete card.dataset['marked']
  const pick = card.querySelector<HTMLElement>('[data-pick]')
  if (pick) pick.click()
  else card.querySelector<HTMLElement>('[data-press]')?.focus()
}

/**
 * Arrow keys move the focus between the cards. In packing mode a digit marks the card in that slot immediately, and
 * acts if no other key follows within 150 ms, so that the digits of a scan do nothing.
 */
export function useBoardKeys(list: RefObject<HTMLUListElement | null>, isFull: boolean) {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey } = event
      if (ctrlKey || metaKey || altKey || isTyping(target)) return
      const cards = [...(list.current?.querySelectorAll<HTMLElement>(':scope > li') ?? [])]
      const digit = isFull && /^[1-9]$/.test(key) ? cards[Number(key) - 1] : undefined
      if (digit) {
        if (event.repeat) return
        digit.dataset['marked'] = ''
        return afterQuiet(
          () => start(digit),
          () => delete digit.dataset['marked'],
        )
      }
      const at = cards.findIndex((card) => card.contains(document.activeElement))
      const next = at < 0 ? undefined : neighbour(cards, at, key)
      if (!next) return
      event.preventDefault()
      const focused = next.querySelector<HTMLElement>('[data-press]') ?? next.querySelector<HTMLElement>('a')
      focused?.focus()
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [list, isFull])
}
