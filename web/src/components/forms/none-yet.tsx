type Props = {
  /** The plural name of the options: 'sections'. */
  what: string
  /** Undefined while loading. */
  options: readonly { _id: string; isActive?: boolean }[] | undefined
  /** The screen where an option is created. */
  to: string
}

/**
 * A hint below a select without options, with a link to the screen that creates one. The link opens a new tab, so that
 * the form keeps its values. The list reloads on return to the form (`onReturn`).
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

/**
 * Query options: refetches the list when the tab gets the focus, because a row may have been created in another tab.
 */
export const onReturn = { refetchOnWindowFocus: 'always' } as const
