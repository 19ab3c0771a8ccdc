import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { notify } from '#/lib/notify.ts'
import { IconButton } from '#/ui/button.tsx'

/** Copies `text` to the clipboard; `what` labels it: 'Copy phone'. */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), 2000)
    return () => clearTimeout(timer)
  }, [isCopied])
  // Browsers offer the clipboard on HTTPS and localhost only.
  if (!('clipboard' in navigator)) return null
  const Icon = isCopied ? Check : Copy
  return (
    <>
      <IconButton
        label={`Copy ${what}`}
        size="iconSmall"
        onClick={() =>
          void navigator.clipboard.writeText(text).then(
            () => setCopied(true),
            () => notify('failure', 'The browser does not allow copying here'),
          )
        }
      >
        <Icon aria-hidden className={isCopied ? 'text-ok' : ''} />
      </IconButton>
      <span role="status" className="sr-only">
        {isCopied && 'Copied'}
      </span>
    </>
  )
}
