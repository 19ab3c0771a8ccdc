import { useTitle } from '#/lib/browser/title.ts'
import { Logo } from './logo.tsx'
import { SkipLink } from './skip-link.tsx'

/** Shown when a screen throws (specification, section 2). Its link reloads the page, which is the safest recovery. */
export function ErrorScreen() {
  useTitle('Unexpected Application Error!')
  return (
    <div
      role="alert"
      className="flex min-h-[80dvh] flex-col items-center justify-center gap-4 p-6 text-center"
    >
      <Logo size={48} />
      <h1 className="text-xl font-semibold">Unexpected Application Error!</h1>
      <p className="max-w-100 text-muted">This address does not exist, or its screen has failed.</p>
      <a
        href="/"
        className="rounded-control border border-line-strong bg-surface px-4 py-2 font-medium hover:bg-sunken"
      >
        Back to the start
      </a>
    </div>
  )
}

/** Shown for unknown addresses, without a shell. */
export const UnknownAddress = () => (
  <>
    <SkipLink />
    <main id="main" tabIndex={-1} className="outline-none">
      <ErrorScreen />
    </main>
  </>
)
