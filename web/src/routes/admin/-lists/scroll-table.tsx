import type { ReactNode } from 'react'

export const cellPadding = 'px-3 py-2 max-sm:px-2'

type Props = {
  name: string
  heads: readonly { text: string; isNumeric?: boolean; isHidden?: boolean }[]
  /** The rows of the table's body. */
  children: ReactNode
}

/** A long table in a dialog. It scrolls separately, and is focusable so that the keyboard can scroll it. */
export const ScrollTable = ({ name, heads, children }: Props) => (
  <div
    className="max-h-80 overflow-auto rounded-control border border-line"
    tabIndex={0}
    role="group"
    aria-label={name}
  >
    <table className="w-full text-left text-sm" aria-label={name}>
      <thead className="bg-sunken text-muted">
        <tr>
          {heads.map(({ text, isNumeric = false, isHidden = false }) => (
            <th
              key={text}
              scope="col"
              className={isHidden ? '' : `${cellPadding} font-medium ${isNumeric ? 'text-right' : ''}`}
            >
              {isHidden ? <span className="sr-only">{text}</span> : text}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line">{children}</tbody>
    </table>
  </div>
)
