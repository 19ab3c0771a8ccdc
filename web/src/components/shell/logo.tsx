/** The favicon is the logo. It is reused, because it has already loaded with index.html. */
const logo = document.querySelector<HTMLLinkElement>('link[rel="icon"]')?.href

/** The logo. Decorative beside a name; pass `alt` where it stands alone. */
export const Logo = ({ size = 28, alt = '' }: { size?: number; alt?: string }) => (
  <img src={logo} alt={alt} width={size} height={size} className="shrink-0" />
)
