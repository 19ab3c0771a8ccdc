import logo from '#/logo.svg'

/** The logo. Decorative beside a name; pass `alt` where it stands alone. */
export const Logo = ({ size = 28, alt = '' }: { size?: number; alt?: string }) => (
  <img src={logo} alt={alt} width={size} height={size} className="shrink-0" />
)
