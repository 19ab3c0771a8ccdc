type Props = {
  /** What the select would offer: 'sections'. */
  what: string
  /** Undefined while loading. */
  options: readonly { _id: string; isActive?: boolean }[] | undefined
  /** The screen where one is made. */
  to: string
}

/**
 * Under a select without options: what is missing, and a link to where it is made, in a tab of its own so that the form
 * keeps what was typed. The list is loaded again on return to the form (`onReturn`).
 */
export function noneYet({ what, options, to }: Props) {
  if (!options || options.some(({ isActive = true }) => isActive)) return undefined
  const [words, action] =
    options.length === 0 ? [`No ${what} yet.`, 'Create one'] : [`All ${what} are inactive.`, 'Change that']
  return (
    <>
      {words}{' '}
      <a
        href={to}
        target="_blank"
        rel="noopener"
        className="font-medium text-ink underline underline-offset-2"
      >
        {action}
      </a>
    </>
  )
}

/** Options of a query that is refetched when the tab gets the focus: its list may have been filled in another tab. */
export const onReturn = { refetchOnWindowFocus: 'always' } as const
