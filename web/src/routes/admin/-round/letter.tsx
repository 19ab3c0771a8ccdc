import type { RoundLetter } from '@kirana/domain/round'

/** The letter of a bag of a round. */
export const Letter = ({ letter }: { letter: RoundLetter }) => (
  <span className="grid size-9 shrink-0 place-items-center rounded-control bg-ink text-xl font-bold text-canvas">
    {letter}
  </span>
)
