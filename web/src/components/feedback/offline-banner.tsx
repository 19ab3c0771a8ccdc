import { useOnline } from '#/lib/browser/online.ts'

/** One banner while the browser is offline; the screen stays unchanged. */
export function OfflineBanner() {
  const isOnline = useOnline()
  return (
    <div
      role="status"
      data-chrome
      className="pointer-events-none fixed inset-x-0 bottom-4 z-60 flex justify-center"
    >
      {!isOnline && (
        <p className="flex items-center gap-2 rounded-full bg-ink px-4 py-2 font-medium text-canvas shadow-float">
          <span aria-hidden className="size-2 rounded-full bg-current" />
          You are offline
        </p>
      )}
    </div>
  )
}
