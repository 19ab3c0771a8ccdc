/** The first tab stop: skips the menus. */
export const SkipLink = () => (
  <a
    href="#main"
    data-chrome
    className="fixed top-2 left-2 z-80 -translate-y-20 rounded-control bg-brand px-4 py-2 font-medium text-brand-text focus:translate-y-0"
  >
    Skip to content
  </a>
)
