import type { Claim } from '@kirana/contract/claims'

/** Links to the credit notes of a claim, which open as PDF. */
export const NoteLinks = ({ creditNotes }: Pick<Claim, 'creditNotes'>) =>
  creditNotes.map(({ _id, number, link }) => (
    <a
      key={_id}
      href={link}
      target="_blank"
      rel="noreferrer"
      aria-label={`Credit note ${number}, opens in a new tab`}
      className="numbers text-sm whitespace-nowrap underline decoration-line-strong underline-offset-2 coarse:py-2.5"
    >
      {number}
    </a>
  ))
