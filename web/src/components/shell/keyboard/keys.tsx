/** Keyboard keys, pressed in sequence or together. */
export const Keys = ({ keys }: { keys: readonly string[] }) => (
  <span className="flex gap-1">
    {keys.map((key) => (
      <kbd
        key={key}
        className="rounded-md border border-line-strong bg-sunken px-1.5 py-0.5 font-sans text-xs text-muted dark:bg-raised"
      >
        {key}
      </kbd>
    ))}
  </span>
)
